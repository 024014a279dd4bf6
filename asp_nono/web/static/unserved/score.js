// The points of a grade on small boards, by the rubric of `asp-nono grade` (docs/grading.md).

const said = (template, values = {}) => ({ why: template, why_message: { template, values } });

const AT_MOST = '{known}; a wrong program gets at most {share} of these points';

const rounded = (points) => Math.round(points * 10) / 10;

/**
 * The shares of the points, and why.
 *
 * @returns {Record<string, [number, ReturnType<typeof said>]>}
 */
function sharesOf({ wanted, found, missing, wrong, repeated }, most) {
  const faulty = wrong > 0 || missing > 0;
  const worth = faulty ? most : 1;
  const known = (template) => (faulty && most < 1 ? said(AT_MOST, { known: said(template).why_message, share: `${Math.round(most * 100)}%` }) : said(template));
  const once = faulty ? said('for right programs only') : repeated ? said('some answers come several times') : said('each answer once');
  return {
    sound: [(worth * found) / Math.max(1, found + wrong), !wrong ? known('no wrong answer') : said(wrong === 1 ? '{count} wrong answer' : '{count} wrong answers', { count: wrong })],
    complete: [(worth * found) / wanted, missing ? said('{count} of {all} answers missing', { count: missing, all: wanted }) : known('no answer is missing')],
    once: [faulty || repeated ? 0 : 1, once],
  };
}

/**
 * The grade of a program with its points, and `fault`, the one of the boards or instances on which it was
 * tried that shows a mistake; `wantedOf` is how many answers one of them has.
 */
export function graded(tried, wantedOf, { points, most }) {
  const fault = tried.find(({ faulty }) => faulty) ?? tried.find(({ repeated }) => repeated.length);
  const sum = (count) => tried.reduce((total, one) => total + count(one), 0);
  const [wanted, missing] = [sum(wantedOf), sum((one) => one.missing.length)];
  const wrong = sum((one) => one.wrong.length + (one.odd?.length ?? 0));
  const counts = { wanted, missing, found: wanted - missing, wrong, repeated: tried.some(({ repeated }) => repeated.length) };
  const outcome = fault?.faulty ? 'wrong' : fault ? 'repeats' : 'right on small instances';
  const shares = Object.entries(sharesOf(counts, most));
  const items = Object.fromEntries(shares.map(([name, [share, why]]) => [name, { points: rounded(points[name] * share), most: points[name], ...why }]));
  const total = (key) => rounded(Object.values(items).reduce((all, item) => all + item[key], 0));
  return { fault, outcome, items, points: total('points'), most: total('most'), passed: false, hint: '', remarks: [] };
}
