/**
 * Tables of frames in which only what a test gives them is, one vehicle after the other: where a frame stands among those of
 * its vehicle, and the places that are kept, follow by themselves.
 */
export const frameTablesForTests = `
  CREATE TABLE vehicle (vehicle_key INTEGER PRIMARY KEY, newest_position INTEGER) STRICT;
  CREATE TABLE frame_place (vehicle_key INTEGER, seq INTEGER, position INTEGER, PRIMARY KEY (vehicle_key, seq)) STRICT;
  CREATE TABLE command (vehicle_key INTEGER, seq INTEGER) STRICT;
  CREATE TABLE frame (position INTEGER PRIMARY KEY, back INTEGER, vehicle_key INTEGER, seq INTEGER, timestamp_us INTEGER,
    behind_us INTEGER, score BLOB) STRICT;
  CREATE TRIGGER linked AFTER INSERT ON frame BEGIN
    INSERT OR IGNORE INTO vehicle VALUES (NEW.vehicle_key, NULL);
    UPDATE frame SET back = position - (SELECT newest_position FROM vehicle WHERE vehicle_key = NEW.vehicle_key)
      WHERE position = NEW.position;
    INSERT INTO frame_place SELECT NEW.vehicle_key, NEW.seq, NEW.position
      WHERE NEW.seq / 64 > ifnull((SELECT seq FROM frame WHERE position = NEW.position - NEW.back), NEW.seq - 1) / 64;
    UPDATE vehicle SET newest_position = NEW.position WHERE vehicle_key = NEW.vehicle_key;
  END;`;
