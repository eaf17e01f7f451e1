import { errorCodes } from '../../src/chain/calls/simulate/errorCodes.ts'
import { methods } from '../../src/rpc/methods/methodRegistry.ts'
import { componentSchemas } from '../../src/rpc/openrpc/components.ts'
import { listed, spelledOut, tableOf } from './tables.ts'

interface ObjectSchema {
  readonly $ref?: string
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, ObjectSchema>>
  readonly additionalProperties?: ObjectSchema | boolean
  readonly items?: ObjectSchema
  readonly oneOf?: readonly ObjectSchema[]
}

/** The members of the objects that methods take, for each parameter and the methods that have it. */
export function memberObjects(): string {
  const components = componentSchemas('geth') as Readonly<Record<string, ObjectSchema>>
  const groups = new Map<string, string[]>()
  for (const { name, params } of methods) {
    for (const param of params) {
      const members = membersOf(param.schema as ObjectSchema, components)
      if (members.length === 0) continue
      const key = JSON.stringify([param.name, members])
      groups.set(key, [...(groups.get(key) ?? []), name])
    }
  }
  const rows = [...groups].map(([key, names]) => {
    const [parameter, members] = JSON.parse(key) as [string, string[]]
    return [listed([parameter]), listed(members), listed(names)]
  })
  return tableOf(['parameter', 'members', 'of'], rows)
}

/** The codes of errors of `eth_simulateV1`. */
export function simulationErrors(): string {
  const own = Object.entries(errorCodes).filter(([, code]) => code <= -38000)
  return `${own.map(([name, code]) => `${code} ${spelledOut(name)}`).join('; ')}\n`
}

function membersOf(
  schema: ObjectSchema,
  components: Readonly<Record<string, ObjectSchema>>,
): string[] {
  const { $ref, properties = {}, additionalProperties, items, oneOf = [] } = schema
  const [, component] = /(\w+)$/.exec($ref ?? '') ?? []
  const target = component === undefined ? undefined : components[component]
  const inner = [target, items, ...oneOf].filter((each) => each !== undefined)
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : []
  const own = Object.entries(properties).flatMap(([name, { type }]) =>
    type === 'null' ? [] : [name],
  )
  return [
    ...new Set([...own, ...[...inner, ...values].flatMap((each) => membersOf(each, components))]),
  ]
}
