-- What version 1 of the database held: running.
PRAGMA application_id = 1416459342;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE engine (
  id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
  alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
  left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER);
INSERT INTO engine VALUES(1,3,0,'9cee6124-e07c-4ebf-b92b-6c8f95537d3d',25286672,25286672,1795333770076,NULL,NULL,NULL,NULL);
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
  cycle_position INTEGER NOT NULL, unattended INTEGER NOT NULL, task TEXT, warned INTEGER,
  PRIMARY KEY (id, slot)) WITHOUT ROWID;
INSERT INTO activity VALUES('pomodoro','now',0,'pomodoro',0,1795333769949,NULL,NULL,NULL,NULL,1,'focus',1500000,1500000,1795333769949,0,'running',26786545,NULL,NULL,NULL,NULL,NULL,NULL,25286545,25286545,0,0,'report',NULL);
INSERT INTO activity VALUES('run','now',2,'stopwatch',0,1795333770076,NULL,NULL,NULL,NULL,3,'stopwatch',0,0,1795333770076,0,'running',25286672,NULL,NULL,NULL,NULL,NULL,NULL,25286672,25286672,0,0,NULL,NULL);
INSERT INTO activity VALUES('tea','now',1,'countdown',0,1795333770010,NULL,NULL,NULL,NULL,2,'countdown',2400000,2400000,1795333770010,0,'running',27686606,NULL,NULL,NULL,NULL,NULL,NULL,25286606,25286606,0,0,NULL,NULL);
CREATE TABLE interval (
  token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
  began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL);
CREATE TABLE seat (
  id INTEGER PRIMARY KEY CHECK (id = 1), shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
  token INTEGER NOT NULL);
CREATE INDEX interval_ended ON interval (ended_wall_ms);
COMMIT;
