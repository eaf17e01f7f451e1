import * as metaSchema from '@open-rpc/meta-schema'
import { Ajv, type ValidateFunction } from 'ajv'
import { type DocumentOptions, openRpcDocument } from '../../src/rpc/openrpc/document.ts'
import type { Schema } from '../../src/rpc/schemas/schema.ts'

export type OpenRpcDocument = Awaited<ReturnType<typeof openRpcDocument>>
type DescribedMethod = OpenRpcDocument['methods'][number]

/** The document that a client receives. */
export async function readDocument(
  options: Partial<DocumentOptions> = {},
): Promise<OpenRpcDocument> {
  const written = await openRpcDocument({
    methods: 'all',
    dialect: 'infura',
    version: '1.2.3',
    ...options,
  })
  return JSON.parse(JSON.stringify(written))
}

/**
 * Compiles OpenRPC's own schema of documents. It refers to a schema on a server that tests do not contact; draft 7,
 * which OpenRPC names, replaces it.
 */
export function compileMetaSchema(): ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  // The document refers to it in both ways.
  for (const $id of ['https://meta.json-schema.tools', 'https://meta.json-schema.tools/']) {
    ajv.addSchema({
      $id,
      allOf: [{ $ref: 'http://json-schema.org/draft-07/schema#' }],
      definitions: { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } },
    })
  }
  // The package's types describe documents, not the schema.
  const { openrpcDocument } = metaSchema as unknown as { openrpcDocument: Record<string, unknown> }
  const { $schema: _, ...schema } = openrpcDocument
  return ajv.compile(schema)
}

/** Compiles schemas of a document, each once. In strict mode, so that a misspelt keyword is an error. */
export class Schemas {
  readonly #document: OpenRpcDocument
  readonly #ajv = new Ajv()
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: OpenRpcDocument) {
    this.#document = document
    this.#ajv.addKeyword('components')
    // All schemas refer to this one, so that common parts are compiled once.
    this.#ajv.addSchema({ $id: 'document', components: document.components })
  }

  result(method: string): ValidateFunction {
    const kept = this.#compiled.get(method)
    if (kept !== undefined) return kept
    const compiled = this.compile(this.#method(method).result.schema)
    this.#compiled.set(method, compiled)
    return compiled
  }

  param(method: string, position: number): ValidateFunction {
    const param = this.#method(method).params[position]
    if (param === undefined) throw new Error(`${method} has no parameter ${position}`)
    return this.compile(param.schema)
  }

  /** A schema with references into this document. */
  compile(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    return this.#ajv.compile(JSON.parse(text))
  }

  #method(name: string): DescribedMethod {
    const method = this.#document.methods.find((each) => each.name === name)
    if (method === undefined) throw new Error(`the document has no method ${name}`)
    return method
  }
}
