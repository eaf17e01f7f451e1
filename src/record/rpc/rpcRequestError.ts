import { OmmerError } from '../../primitives/errors.ts'

/** A JSON-RPC request, without the envelope. */
export interface RpcRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A request to a node failed: every try, or one after which trying again cannot help. */
export class RpcRequestError extends OmmerError {
  readonly method: string
  readonly params: readonly unknown[]
  /** code of the JSON-RPC error, if the node responded with one */
  readonly rpcCode: number | undefined
  /** whether the response exceeded its size limit */
  readonly isTooLarge: boolean

  /**
   * @param node its address, without secrets
   */
  constructor(
    { method, params }: RpcRequest,
    node: string,
    problem: string,
    options: ErrorOptions & {
      readonly rpcCode?: number | undefined
      readonly isTooLarge?: boolean
    } = {},
  ) {
    const call = `${method}(${params.map((param) => JSON.stringify(param)).join(', ')})`
    super(
      'RPC_REQUEST_FAILED',
      `${call} at ${node}: ${problem.replaceAll(/\s*\n\s*/g, ' ')}`,
      options,
    )
    this.method = method
    this.params = params
    this.rpcCode = options.rpcCode
    this.isTooLarge = options.isTooLarge ?? false
  }
}
