import * as v from 'valibot'
import { Document, isCollection, isNode, isScalar } from 'yaml'
import { type ChainSpec, resolveSpec, specInputs } from '../chain/spec/spec.ts'

/** The JSON Schema of specs, as seen from a project that has installed ommer. */
const SCHEMA = 'node_modules/ommer/scenarios/spec.schema.json'

/**
 * Writes a spec with all its defaults as YAML, with a comment for each field.
 *
 * @throws {SpecError} if the spec is invalid
 */
export function writeSpec(spec: ChainSpec): string {
  const document = new Document(withDefaults(spec))
  const { contents } = document
  document.commentBefore = ` yaml-language-server: $schema=${SCHEMA}`
  if (!isCollection(contents)) return String(document)
  for (const { key, value } of contents.items as { key: unknown; value: unknown }[]) {
    if (isCollection(value)) value.flow = true
    if (isNode(key) && isScalar(key)) {
      key.commentBefore = ` ${descriptionOf(key.value as keyof ChainSpec)}`
    }
  }
  return document.toString({ flowCollectionPadding: false })
}

/**
 * Writes a spec with all its defaults as JSON.
 *
 * @throws {SpecError} if the spec is invalid
 */
export function writeSpecAsJson(spec: ChainSpec): string {
  return `${JSON.stringify({ $schema: SCHEMA, ...withDefaults(spec) }, null, 2)}\n`
}

/** The fields that have a value, in the order of the documentation. */
function withDefaults(spec: ChainSpec): ChainSpec {
  const resolved = resolveSpec(spec)
  const names = Object.keys(specInputs) as (keyof ChainSpec)[]
  return Object.fromEntries(
    names.flatMap((name) => (resolved[name] === undefined ? [] : [[name, resolved[name]]])),
  )
}

function descriptionOf(name: keyof ChainSpec): string | undefined {
  const input = specInputs[name]
  return v.getDescription(input) ?? v.getDescription(input.wrapped)
}
