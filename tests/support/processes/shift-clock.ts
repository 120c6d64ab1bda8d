/*
 * Shifts the clock of a Node process. Load this file with `--import`. `CLOCK_SHIFT_MS` contains the offset
 * from the real time in milliseconds. The clock of the database is not affected.
 */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [RealDate.now() + shiftMs], newTarget),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, key)),
})
