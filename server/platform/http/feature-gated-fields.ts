import { z, type ZodType } from 'zod'
import { isFeatureEnabled } from '../config.ts'

/*
 * A field of the contract can depend on a setting: `.meta({ 'x-when': 'ADS=on' })`. If the site's settings do
 * not meet this condition, the field is rejected like any unknown field and is missing from the API
 * description.
 */

/** Returns the schema of a request body without the fields that the site's settings disable. */
export function omitDisabledFields(body: ZodType): ZodType {
  if (!(body instanceof z.ZodObject)) return body
  const shape = body.shape as Record<string, ZodType>
  const off = Object.keys(shape).filter((name) => isOff(shape[name]!.meta()))
  if (off.length === 0) return body
  return body.omit(Object.fromEntries(off.map((name) => [name, true])) as Record<never, never>)
}

/** Returns a JSON Schema without the properties, at any nesting depth, that the site's settings disable. */
export function omitDisabledSchemaProperties<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(omitDisabledSchemaProperties) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([, part]) => !isOff(part))
  return Object.fromEntries(kept.map(([name, part]) => [name, omitDisabledSchemaProperties(part)])) as T
}

function isOff(part: unknown): boolean {
  const when = (part as { 'x-when'?: unknown } | null | undefined)?.['x-when']
  return typeof when === 'string' && !isFeatureEnabled(when)
}
