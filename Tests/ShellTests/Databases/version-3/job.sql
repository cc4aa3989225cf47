-- What version 3 of the database held: job.
PRAGMA application_id = 1416459342;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE engine (
  id INTEGER PRIMARY KEY CHECK (id = 1), last_token INTEGER NOT NULL, counted_focus INTEGER NOT NULL,
  alive_boot_id TEXT, alive_boot_ms INTEGER, alive_awake_ms INTEGER, alive_wall_ms INTEGER,
  left_boot_id TEXT, left_boot_ms INTEGER, left_awake_ms INTEGER, left_wall_ms INTEGER);
INSERT INTO engine VALUES(1,5,0,'9cee6124-e07c-4ebf-b92b-6c8f95537d3d',59799041,59799041,1795368282444,NULL,NULL,NULL,NULL);
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
INSERT INTO activity VALUES('build','now',1,'job',0,1795368282318,NULL,NULL,NULL,NULL,2,'job',0,0,1795368282318,0,'running',59798914,NULL,NULL,NULL,NULL,59798914,NULL,59798914,59798914,0,0,NULL,NULL,'build',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO activity VALUES('copy','now',2,'job',0,1795368282382,NULL,NULL,NULL,NULL,4,'job',0,0,1795368282382,0,'completed',59798978,NULL,NULL,NULL,NULL,59798978,NULL,59799010,59799010,0,0,NULL,NULL,'copy',NULL,59799010,1,NULL,NULL,NULL,NULL);
INSERT INTO activity VALUES('pomodoro','now',0,'pomodoro',0,1795368282286,NULL,NULL,NULL,NULL,5,'shortBreak',300000,300000,1795368282428,0,'paused',NULL,299983,1795368282444,'person',NULL,NULL,NULL,59799041,59799041,0,0,'写报告 #work',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE interval (
  token INTEGER PRIMARY KEY, activity TEXT NOT NULL, mode TEXT NOT NULL, task TEXT,
  began_wall_ms INTEGER NOT NULL, ended_wall_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL, name TEXT, laps TEXT);
INSERT INTO interval VALUES(1,'pomodoro','focus','写报告 #work',1795368282286,1795368282428,142,'skipped',NULL,NULL);
CREATE TABLE recent_timer (place INTEGER PRIMARY KEY, name TEXT, duration_ms INTEGER NOT NULL);
CREATE TABLE job (
  activity TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, outcome TEXT, attributes TEXT, shown_ms INTEGER,
  events TEXT NOT NULL, owner TEXT, awaited_boot_ms INTEGER) WITHOUT ROWID;
INSERT INTO job VALUES('build','{"text":"compiling","progress":[41,312],"buttons":[{"label":"Cancel","event":"cancel"}]}',NULL,'{"program":"/usr/bin/dash","values":{}}',NULL,'[]',NULL,NULL);
INSERT INTO job VALUES('copy','{"text":"done"}','done','{"program":"/usr/bin/dash","values":{}}',14400000,'[[1,"ended",null,1795368282414]]',NULL,NULL);
CREATE TABLE card_seat (
  activity TEXT PRIMARY KEY NOT NULL, shown_id INTEGER NOT NULL, bus_guid TEXT NOT NULL, owner TEXT NOT NULL,
  token INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX interval_ended ON interval (ended_wall_ms);
COMMIT;
