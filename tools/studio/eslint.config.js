import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['**/vendor/**'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2025, sourceType: 'module', globals: globals.browser },
    rules: {
      eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error', 'no-shadow': 'error', 'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-eval': 'error', 'no-implied-eval': 'error', 'no-restricted-properties': ['error', { property: 'innerHTML' }, { property: 'outerHTML' }],
    },
  },
  { files: ['**/unserved/worker.js'], languageOptions: { globals: globals.worker } },
  { files: ['**/sw.js'], languageOptions: { globals: globals.serviceworker } },
];
