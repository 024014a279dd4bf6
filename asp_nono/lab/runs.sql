SELECT key, label AS system, recipe, deductions, options, encoding_hash, process, copy,
    set_name AS "set", instance.name AS puzzle, instance.hash AS puzzle_hash, number,
    width, height, colors, known_low, known_high,
    task, repetition, seed, time_limit, cpu_limit, memory_limit, machine,
    identity, {outcome}
FROM run JOIN system ON system.id = system JOIN instance ON instance.id = instance
ORDER BY run.rowid
