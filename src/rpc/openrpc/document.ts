import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { devMethods } from '../control/devMethods.ts'
import {
  loadDescription,
  type MethodName,
  type MethodSet,
  methodSets,
  walletMethods,
} from '../methods/registry.ts'
import { componentSchemas } from './components.ts'
import { describeControlMethods } from './controlMethods.ts'
import type { MethodDescription } from './description.ts'
import { commonErrors, errorComponents } from './errorComponents.ts'
import type { Schema } from './schema.ts'

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
export async function openRpcDocument({ methods, hasDev, dialect, version }: DocumentOptions) {
  const served = [...methodSets[methods].keys(), ...(hasDev ? walletMethods.keys() : [])]
  const names = served as MethodName[]
  const described = names.map(async (name) => {
    return describeMethod(name, await loadDescription(name), dialect)
  })
  const methodObjects = await Promise.all(described)
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

function describeMethod(name: MethodName, description: MethodDescription, dialect: DialectName) {
  const { summary, params, result, errors = [], gethErrors = [] } = description
  const codes = [...commonErrors, ...errors, ...(dialect === 'geth' ? gethErrors : [])]
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: params.map((param) => ({ required: true, ...param })),
    result,
    errors: codes.map((code) => ({ $ref: `#/components/errors/${code}` })),
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
