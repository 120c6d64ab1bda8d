/**
 * A decoded AMF0 value. Objects, typed objects and ECMA arrays are decoded to maps, so that a key such as
 * `__proto__` cannot change a prototype.
 */
export type Amf0Value = number | boolean | string | null | undefined | Amf0Object | Amf0Value[]
export type Amf0Object = Map<string, Amf0Value>

/** Type markers (AMF0, section 2.1). */
export const amf0Markers = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  xmlDocument: 15,
  typedObject: 16,
} as const
