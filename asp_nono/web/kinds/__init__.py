"""The kinds of jobs, each a function that a child process runs: values of JSON in, events out."""
