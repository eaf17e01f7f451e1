import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { type MethodName, type MethodSet, methodSets } from '../methods/registry.ts'
import { componentSchemas } from './components.ts'
import type { ContentDescriptor } from './description.ts'
import { descriptions } from './descriptions.ts'
import { commonErrors, errorComponents } from './errorComponents.ts'

/** What a document follows from. */
export interface DocumentOptions {
  readonly methods: MethodSet
  readonly dialect: DialectName
  /** of this package */
  readonly version: string
}

/**
 * Describes the service as OpenRPC has it (https://spec.open-rpc.org). It has no `servers`: where
 * it is served is the business of transports, and who asks knows it.
 */
export function openRpcDocument({ methods, dialect, version }: DocumentOptions) {
  const names = [...methodSets[methods].keys()] as MethodName[]
  return {
    openrpc: '1.3.2',
    info: {
      title: 'ommer',
      description: `A simulated Ethereum chain. Objects are written as the dialect ${dialect} has them.`,
      version,
      license: { name: 'MIT' },
    },
    methods: names.map((name) => describeMethod(name, dialect)),
    components: { schemas: componentSchemas(dialect), errors: errorComponents },
  }
}

function describeMethod(name: MethodName, dialect: DialectName) {
  const { summary, params, result, errors = [], gethErrors = [] } = descriptions[name]
  const codes = [...commonErrors, ...errors, ...(dialect === 'geth' ? gethErrors : [])]
  return {
    name,
    summary,
    paramStructure: 'by-position',
    params: params.map((param: ContentDescriptor) => ({ ...param, required: true })),
    result,
    errors: codes.map((code) => ({ $ref: `#/components/errors/${code}` })),
  }
}
