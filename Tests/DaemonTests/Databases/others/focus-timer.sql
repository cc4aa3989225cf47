-- What Focus Timer 1.1.4 (Debian sid) wrote, its log included, while it ran: a pause in the first, the last goes on.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _gom_version (version INTEGER);
INSERT INTO _gom_version VALUES(1);
INSERT INTO _gom_version VALUES(2);
INSERT INTO _gom_version VALUES(3);
CREATE TABLE IF NOT EXISTS "sessions" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "start-time"            INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "end-time"              INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    "expiry-time"           INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    CHECK ("end-time" >= "start-time" OR "end-time" < 0)
);
INSERT INTO sessions VALUES(1,1795368574858807,1795369509027185,1795372193051580);
CREATE TABLE IF NOT EXISTS "timeblocks" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "session-id"            INTEGER NOT NULL,
    "start-time"            INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "end-time"              INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    "state"                 TEXT NOT NULL,
    "status"                TEXT NOT NULL,
    "intended-duration"     INTEGER NOT NULL,         -- in microseconds
    FOREIGN KEY ("session-id") REFERENCES "sessions" ("id") ON DELETE CASCADE,
    CHECK ("end-time" >= "start-time" OR "end-time" < 0)
);
INSERT INTO timeblocks VALUES(1,1,1795368574858807,1795368582717654,'pomodoro','completed',6000000);
INSERT INTO timeblocks VALUES(2,1,1795368582717654,1795368586479490,'short-break','completed',4000000);
INSERT INTO timeblocks VALUES(3,1,1795368586479490,1795368592014815,'pomodoro','completed',6000000);
INSERT INTO timeblocks VALUES(4,1,1795368593027185,1795368599027185,'pomodoro','in-progress',6000000);
CREATE TABLE IF NOT EXISTS "gaps" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "start-time"            INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "end-time"              INTEGER NOT NULL,         -- Unix timestamp in microseconds, UTC
    "flags"                 TEXT NOT NULL,
    "time-block-id"         INTEGER NOT NULL,         -- parent
    FOREIGN KEY ("time-block-id") REFERENCES "timeblocks" ("id") ON DELETE CASCADE,
    CHECK ("end-time" >= "start-time" OR "end-time" < 0)
);
INSERT INTO gaps VALUES(1,1795368576858807,1795368578457119,'interruption',1);
CREATE TABLE IF NOT EXISTS "timezones" (
    -- Extra `id` column is needed for Gom. We could just use `time` as the
    -- primary key, but Gom would override given values.
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "time"                  INTEGER NOT NULL UNIQUE,  -- Unix timestamp in microseconds, UTC
    "identifier"            TEXT NOT NULL
);
INSERT INTO timezones VALUES(1,1795368569253181,'Etc/UTC');
CREATE TABLE IF NOT EXISTS "stats" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "time"                  INTEGER NOT NULL,     -- Unix timestamp in microseconds, UTC
    "date"                  DATE NOT NULL,        -- date adjusted for virtual midnight, local
    "offset"                INTEGER NOT NULL,     -- time of day in microseconds, local
    "duration"              INTEGER DEFAULT 0,    -- in microseconds
    "category"              TEXT NOT NULL,
    "source-id"             INTEGER DEFAULT 0
);
INSERT INTO stats VALUES(1,1795368574858807,'2026-11-22',62974000000,2000000,'pomodoro',1);
INSERT INTO stats VALUES(2,1795368576858807,'2026-11-22',62976000000,1598312,'interruption',1);
INSERT INTO stats VALUES(3,1795368578457119,'2026-11-22',62978000000,4260535,'pomodoro',1);
INSERT INTO stats VALUES(4,1795368582717654,'2026-11-22',62982000000,3761836,'break',2);
INSERT INTO stats VALUES(5,1795368586479490,'2026-11-22',62986000000,5535325,'pomodoro',3);
CREATE TABLE IF NOT EXISTS "aggregatedstats" (
    "id"                    INTEGER PRIMARY KEY AUTOINCREMENT,
    "date"                  DATE NOT NULL,        -- date adjusted for virtual midnight
    "category"              TEXT NOT NULL,
    "duration"              INTEGER DEFAULT 0,    -- in microseconds
    "count"                 INTEGER DEFAULT 1
);
INSERT INTO aggregatedstats VALUES(1,'2026-11-22','pomodoro',11795860,2);
INSERT INTO aggregatedstats VALUES(2,'2026-11-22','interruption',1598312,1);
INSERT INTO aggregatedstats VALUES(4,'2026-11-22','break',3761836,1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('aggregatedstats',5);
INSERT INTO sqlite_sequence VALUES('stats',5);
INSERT INTO sqlite_sequence VALUES('timezones',1);
INSERT INTO sqlite_sequence VALUES('sessions',1);
INSERT INTO sqlite_sequence VALUES('timeblocks',4);
INSERT INTO sqlite_sequence VALUES('gaps',1);
CREATE INDEX "sessions-start-time" ON "sessions" ("start-time");
CREATE INDEX "time-blocks-session-id" ON "timeblocks" ("session-id");
CREATE INDEX "gaps-time-block-id" ON "gaps" ("time-block-id");
CREATE INDEX "stats-time" ON "stats" ("time");
CREATE INDEX "stats-date" ON "stats" ("date");
CREATE INDEX "stats-category-source-id" ON "stats" (
    "category",
    "source-id"
) WHERE "source-id" != 0;
CREATE INDEX "aggregated-stats-date" ON "aggregatedstats" ("date");
CREATE UNIQUE INDEX "aggregated-stats-date-category" ON "aggregatedstats" (
    "date",
    "category"
);
CREATE TRIGGER "stats-insert" AFTER INSERT ON "stats" FOR EACH ROW
    BEGIN
        INSERT INTO "aggregatedstats" (
                "date",
                "category",
                "duration",
                "count"
            )
            VALUES (
                NEW."date",
                NEW."category",
                NEW."duration",
                CASE
                    WHEN NEW."source-id" = 0 THEN 1
                    WHEN NOT EXISTS (
                        SELECT 1 FROM "stats"
                        WHERE
                            "category" = NEW."category" AND
                            "source-id" = NEW."source-id" AND
                            "id" <> NEW."id"
                    ) THEN 1
                    ELSE 0
                END
            )
            ON CONFLICT("date","category") DO UPDATE SET
                "duration" = "duration" + excluded."duration",
                "count" = "count" + excluded."count";
    END;
CREATE TRIGGER "stats-update" AFTER UPDATE ON "stats" FOR EACH ROW
    BEGIN
        UPDATE "aggregatedstats"
            SET
                "duration" = "duration" + NEW."duration"
            WHERE
                "date" = NEW."date" AND
                "category" = NEW."category";

        INSERT INTO "aggregatedstats" (
                "date",
                "category",
                "duration"
            )
            SELECT
                NEW."date",
                NEW."category",
                NEW."duration"
            WHERE
                changes() = 0;

        UPDATE "aggregatedstats"
            SET
                "duration" = "duration" - OLD."duration"
            WHERE
                "date" = OLD."date" AND
                "category" = OLD."category";
    END;
CREATE TRIGGER "stats-delete" AFTER DELETE ON "stats" FOR EACH ROW
    BEGIN
        UPDATE "aggregatedstats"
            SET
                "duration" = "duration" - OLD."duration",
                "count" = "count" - CASE
                    WHEN OLD."source-id" = 0 THEN 1
                    WHEN NOT EXISTS (
                        SELECT 1 FROM "stats"
                        WHERE
                            "category" = OLD."category" AND
                            "source-id" = OLD."source-id"
                    ) THEN 1
                    ELSE 0
                END
            WHERE
                "date" = OLD."date" AND
                "category" = OLD."category";
    END;
COMMIT;
