-- What gnome-pomodoro 0.22.1 (Debian 12) wrote: one with a pause, one that was skipped, one that was stopped.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _gom_version (version INTEGER);
INSERT INTO _gom_version VALUES(1);
CREATE TABLE IF NOT EXISTS "entries" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "datetime-string"       TEXT NOT NULL,  -- in utc
    "datetime-local-string" TEXT NOT NULL,  -- local
    "state-name"            TEXT NOT NULL,
    "state-duration"        INTEGER DEFAULT 0,
    "elapsed"               INTEGER DEFAULT 0
);
INSERT INTO entries VALUES(1,'2026-11-22T17:24:09+0000','2026-11-22T17:24:09','pomodoro',4,4);
INSERT INTO entries VALUES(2,'2026-11-22T17:24:15+0000','2026-11-22T17:24:15','short-break',3,3);
INSERT INTO entries VALUES(3,'2026-11-22T17:24:18+0000','2026-11-22T17:24:18','pomodoro',4,2);
INSERT INTO entries VALUES(4,'2026-11-22T17:24:20+0000','2026-11-22T17:24:20','short-break',3,1);
CREATE TABLE IF NOT EXISTS "aggregated-entries" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "date-string"           TEXT  NOT NULL,  -- local
    "state-name"            TEXT  NOT NULL,
    "state-duration"        INTEGER  DEFAULT 0,
    "elapsed"               INTEGER  DEFAULT 0
);
INSERT INTO "aggregated-entries" VALUES(1,'2026-11-22','pomodoro',8,6);
INSERT INTO "aggregated-entries" VALUES(2,'2026-11-22','short-break',6,4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('aggregated-entries',2);
INSERT INTO sqlite_sequence VALUES('entries',4);
CREATE INDEX "entries-datetime-local-string" ON "entries" (
    "datetime-local-string"
);
CREATE INDEX "aggregated-entries-date-string" ON "aggregated-entries" (
    "date-string"
);
CREATE UNIQUE INDEX "aggregated-entries-date-string-state-name" ON "aggregated-entries" (
    "date-string",
    "state-name"
);
CREATE TRIGGER "entries-insert" AFTER INSERT ON "entries" FOR EACH ROW
    BEGIN
        UPDATE "aggregated-entries"
            SET
                "elapsed" = "elapsed" + NEW."elapsed",
                "state-duration" = "state-duration" + NEW."state-duration"
            WHERE
                "date-string" = date(NEW."datetime-local-string") AND
                "state-name" = NEW."state-name";

        INSERT INTO "aggregated-entries" (
                "date-string",
                "state-name",
                "state-duration",
                "elapsed"
            )
            SELECT
                date(NEW."datetime-local-string"),
                NEW."state-name",
                NEW."state-duration",
                NEW."elapsed"
            WHERE
                changes() = 0;
    END;
CREATE TRIGGER "entries-update" AFTER UPDATE ON "entries" FOR EACH ROW
    BEGIN
        UPDATE "aggregated-entries"
            SET
                "elapsed" = "elapsed" + NEW."elapsed",
                "state-duration" = "state-duration" + NEW."state-duration"
            WHERE
                "date-string" = date(NEW."datetime-local-string") AND
                "state-name" = NEW."state-name";

        INSERT INTO "aggregated-entries" (
                "date-string",
                "state-name",
                "state-duration",
                "elapsed"
            )
            SELECT
                date(NEW."datetime-local-string"),
                NEW."state-name",
                NEW."state-duration",
                NEW."elapsed"
            WHERE
                changes() = 0;

        UPDATE "aggregated-entries"
            SET
                "elapsed" = "elapsed" - OLD."elapsed",
                "state-duration" = "state-duration" - OLD."state-duration"
            WHERE
                "date-string" = date(OLD."datetime-local-string") AND
                "state-name" = OLD."state-name";
    END;
CREATE TRIGGER "entries-delete" AFTER DELETE ON "entries" FOR EACH ROW
    BEGIN
        UPDATE "aggregated-entries"
            SET
                "elapsed" = "elapsed" - OLD."elapsed",
                "state-duration" = "state-duration" - OLD."state-duration"
            WHERE
                "date-string" = date(OLD."datetime-local-string") AND
                "state-name" = OLD."state-name";
    END;
COMMIT;
