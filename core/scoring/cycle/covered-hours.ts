/** The hours of the day (UTC) that were heard, one bit each: bit 0 is the hour after midnight. */
export type HoursOfDay = number;

export const noHours: HoursOfDay = 0;

export function withHourOf(hours: HoursOfDay, atUs: number): HoursOfDay {
  return hours | (1 << hourOfDay(atUs));
}

/** How many of the 24 hours were heard. */
export function countHours(hours: HoursOfDay): number {
  let count = 0;
  for (let hour = 0; hour < 24; hour += 1) count += (hours >> hour) & 1;
  return count;
}

/** 0 to 23. */
function hourOfDay(atUs: number): number {
  return Math.floor(24 * turnsOfDay(atUs)) % 24;
}

/** The share of its day (UTC) that has passed at a time, from 0 to below 1: the time of day, in turns of the sun. */
export function turnsOfDay(atUs: number): number {
  const days = Math.floor(atUs / dayUs);
  return (atUs - days * dayUs) / dayUs;
}

export const dayUs = 86_400_000_000;
export const hourUs = 3_600_000_000;
