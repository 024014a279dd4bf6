#!/usr/bin/env bash
# What action.yml runs: grades, shows the report in the log and on the page of the run, adds points.
# The status is that of `asp-nono grade`: 1 for a program that does not pass, 2 for a refused one.
set -uo pipefail

echo "::add-matcher::$GITHUB_ACTION_PATH/.github/encodings-matcher.json"
read -ra submissions <<< "$SUBMISSION"
read -ra options <<< "$OPTIONS"
[ -z "$EXERCISE" ] || options+=(--exercise "$EXERCISE")

asp-nono grade "${options[@]}" --out "$OUT" "${submissions[@]}" 2>&1 | tee report.txt
status=$?

{
  echo '~~~text'
  cat report.txt
  echo '~~~'
} >> "$GITHUB_STEP_SUMMARY"
[ -f "$OUT/grades.jsonl" ] || exit "$status"
python - "$OUT/grades.jsonl" >> "$GITHUB_OUTPUT" << 'PYTHON'
import json, sys

grades = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
for key in ("points", "most"):
    print(f"{key}={sum(grade[key] for grade in grades):g}")
PYTHON
exit "$status"
