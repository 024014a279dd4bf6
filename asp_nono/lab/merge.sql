INSERT OR IGNORE INTO blob SELECT * FROM other.blob;
INSERT OR IGNORE INTO machine (facts) SELECT facts FROM other.machine;
INSERT OR IGNORE INTO plan (name, text, base, begun) SELECT name, text, base, begun FROM other.plan;
INSERT OR IGNORE INTO instance ({instance}) SELECT {instance} FROM other.instance;
INSERT OR IGNORE INTO system ({system}) SELECT {system} FROM other.system;
INSERT OR IGNORE INTO planned
SELECT mine.id, key FROM other.planned
JOIN other.plan AS theirs ON theirs.id = planned.plan JOIN plan AS mine ON mine.text = theirs.text;
INSERT OR IGNORE INTO run (system, instance, plan, machine, {run})
SELECT s.id, i.id, p.id, m.id, {theirs} FROM other.run AS run
JOIN other.system AS os ON os.id = run.system JOIN system AS s ON s.identity = os.identity
JOIN other.plan AS op ON op.id = run.plan JOIN plan AS p ON p.text = op.text
JOIN other.machine AS om ON om.id = run.machine JOIN machine AS m ON m.facts = om.facts
JOIN other.instance AS oi ON oi.id = run.instance
JOIN instance AS i ON (i.set_name, i.name, i.hash, i.number)
    = (oi.set_name, oi.name, oi.hash, oi.number)
