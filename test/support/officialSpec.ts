import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import { parse } from 'yaml'

const FOLDER = 'test/data/execution-apis/spec'

interface SpecMethod {
  readonly name: string
  readonly result: { readonly schema: object }
}

/** The official description of methods, of which ours is independent. Its schemas are of draft 2019-09. */
export class OfficialSpec {
  readonly #methods: ReadonlyMap<string, SpecMethod>
  readonly #ajv = new Ajv2019({ strict: false })
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor() {
    const methods = ['eth', 'debug', 'txpool'].flatMap((folder) => readFolder<SpecMethod[]>(folder))
    this.#methods = new Map(methods.flat().map((method) => [method.name, method]))
    const schemas = Object.assign({}, ...readFolder<object>('schemas'))
    this.#ajv.addSchema(referring({ $id: 'spec', components: { schemas } }))
  }

  has(method: string): boolean {
    return this.#methods.has(method)
  }

  /**
   * What is wrong with the result of a method.
   *
   * @returns undefined if it matches
   * @throws {Error} if there is no such method
   */
  problemWith(method: string, result: unknown): string | undefined {
    const isValid = this.#validator(method)
    return isValid(result) ? undefined : this.#ajv.errorsText(isValid.errors)
  }

  #validator(name: string): ValidateFunction {
    const kept = this.#compiled.get(name)
    if (kept !== undefined) return kept
    const method = this.#methods.get(name)
    if (method === undefined) throw new Error(`the official description has no method ${name}`)
    const compiled = this.#ajv.compile(referring(method.result.schema))
    this.#compiled.set(name, compiled)
    return compiled
  }
}

/** The contents of all files in a folder. */
function readFolder<T>(folder: string): T[] {
  return readdirSync(`${FOLDER}/${folder}`).map(
    (file) => parse(readFileSync(`${FOLDER}/${folder}/${file}`, 'utf8')) as T,
  )
}

/** A schema that refers to the components by the id of the schema that has them. */
function referring(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"spec#/components/'))
}
