import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** The JSON Schema of what an input schema accepts. */
export function schemaOf(schema: v.GenericSchema): JsonSchema {
  // The compiler cannot know that a schema of any kind is one of those that are converted; a test converts them all.
  const { $schema, ...converted } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    ignoreActions: ['raw_check', 'check', 'transform'],
  })
  return converted
}
