-- What version 3 of the database held: running.
PRAGMA application_id = 1416459342;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE engine (
  id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
  alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
  left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER);
INSERT INTO engine VALUES(1,4,0,'9cee6124-e07c-4ebf-b92b-6c8f95537d3d',59793775,59793775,1795368277179,NULL,NULL,NULL,NULL);
CREATE TABLE mark (
  id INTEGER PRIMARY KEY CHECK (id = 1), boot_id TEXT NOT NULL, boot_ms INTEGER NOT NULL,
  awake_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL);
CREATE TABLE activity (
  id TEXT NOT NULL, slot TEXT NOT NULL CHECK (slot IN ('now', 'undo')), position INTEGER NOT NULL,
  kind TEXT NOT NULL, session_count INTEGER, requested_wall_ms INTEGER, hidden_token INTEGER,
  undo_change TEXT, undo_boot_ms INTEGER, undo_rows TEXT,
  token INTEGER NOT NULL, mode TEXT NOT NULL, base_ms INTEGER NOT NULL, total_ms INTEGER NOT NULL,
  began_wall_ms INTEGER, asleep_ms INTEGER NOT NULL, state TEXT NOT NULL, until_boot_ms INTEGER,
  remaining_ms INTEGER, paused_wall_ms INTEGER, pause_cause TEXT, away_ms INTEGER, next_boot_ms INTEGER,
  row_token INTEGER, changed_boot_ms INTEGER NOT NULL, changed_awake_ms INTEGER NOT NULL,
  cycle_position INTEGER NOT NULL, unattended INTEGER NOT NULL, task TEXT, warned INTEGER, name TEXT,
  from_outside INTEGER, ended_boot_ms INTEGER, recent INTEGER, due_wall_ms INTEGER, missed INTEGER, laps TEXT,
  undo_batch INTEGER,
  PRIMARY KEY (id, slot)) WITHOUT ROWID;
INSERT INTO activity VALUES('pomodoro','now',0,'pomodoro',0,1795368277101,1,NULL,NULL,NULL,1,'focus',1500000,1500000,1795368277101,0,'running',61293697,NULL,NULL,NULL,NULL,NULL,NULL,59793697,59793697,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO activity VALUES('run','now',2,'stopwatch',0,1795368277142,NULL,NULL,NULL,NULL,3,'stopwatch',0,0,1795368277142,0,'running',59793739,NULL,NULL,NULL,NULL,NULL,NULL,59793739,59793739,0,0,NULL,NULL,'run',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO activity VALUES('tea','now',1,'countdown',0,1795368277119,NULL,NULL,NULL,NULL,2,'countdown',240000,240000,1795368277119,0,'running',60033715,NULL,NULL,NULL,NULL,NULL,NULL,59793715,59793715,0,0,NULL,NULL,'tea',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO activity VALUES('timer-1','now',3,'countdown',0,1795368277159,NULL,NULL,NULL,NULL,4,'countdown',5400000,5400000,1795368277159,0,'running',65193755,NULL,NULL,NULL,NULL,NULL,NULL,59793755,59793755,0,0,NULL,NULL,'泡茶',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE interval (
  token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
  began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL, name TEXT, laps TEXT);
CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL);
INSERT INTO recent_timer VALUES(0,'泡茶',5400000);
INSERT INTO recent_timer VALUES(1,'tea',240000);
CREATE TABLE job (
  activity TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, outcome TEXT, attributes TEXT, shown_ms INTEGER,
  events TEXT NOT NULL, owner TEXT, awaited_boot_ms INTEGER) WITHOUT ROWID;
CREATE TABLE card_seat (
  activity TEXT PRIMARY KEY NOT NULL, shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
  token INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX interval_ended ON interval (ended_wall_ms);
COMMIT;
