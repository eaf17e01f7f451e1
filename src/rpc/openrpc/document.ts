import type { DialectName } from '../../endpoint/dialects/dialects.ts'
import { devMethods } from '../control/devMethods.ts'
import type { MethodSet } from '../methodSet.ts'
import { methodSets, walletMethods } from '../methods/methodRegistry.ts'
import type { MethodDescription, ParameterDescription } from '../schemas/description.ts'
import { orNull, type Schema } from '../schemas/schema.ts'
import { componentSchemas } from './components.ts'
import { describeControlMethods } from './controlMethods.ts'
import { commonErrors, errorComponents } from './errorComponents.ts'
import { schemaOf } from './schemaOf.ts'

/** What a document depends on. */
export interface DocumentOptions {
  readonly methods: MethodSet
  /** whether endpoints serve the methods that move them */
  readonly hasDev?: boolean | undefined
  readonly dialect: DialectName
  /** of this package */
  readonly version: string
}

/**
 * Describes the service as an OpenRPC document (https://spec.open-rpc.org). It has no `servers`: the address is known to
 * the transports, and to the client that asks.
 */
export function openRpcDocument({ methods, hasDev, dialect, version }: DocumentOptions) {
  const served = [...methodSets[methods], ...(hasDev ? walletMethods : [])]
  const methodObjects = served.map(([name, method]) => describeMethod(name, method, dialect))
  return {
    openrpc: '1.3.2',
    info: {
      title: 'ommer',
      description: `A simulated Ethereum chain. Objects are written as the dialect ${dialect} has them.`,
      version,
      license: { name: 'MIT' },
    },
    methods: hasDev ? [...methodObjects, ...describeControlMethods(devMethods)] : methodObjects,
    components: {
      schemas: usedSchemas(methodObjects, componentSchemas(dialect)),
      errors: errorComponents,
    },
  }
}

function describeMethod(name: string, description: MethodDescription, dialect: DialectName) {
  const { summary, params, result, errors = [], gethErrors = [] } = description
  const codes = [...commonErrors, ...errors, ...(dialect === 'infura' ? [] : gethErrors)]
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: params.map(describeParameter),
    result,
    errors: codes.map((code) => ({ $ref: `#/components/errors/${code}` })),
  }
}

function describeParameter({ name, summary, required = true, schema }: ParameterDescription) {
  // A test compiles all schemas: they have no keywords but those of `Schema`.
  const described = 'kind' in schema ? (schemaOf(schema) as Schema) : schema
  return {
    name,
    ...(summary !== undefined && { summary }),
    required,
    schema: required ? described : orNull(described),
  }
}

/** The schemas that the methods refer to, directly or through others. */
function usedSchemas(
  methods: readonly unknown[],
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const used = new Set<string>()
  const collect = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      collect(schemas[name])
    }
  }
  collect(methods)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
