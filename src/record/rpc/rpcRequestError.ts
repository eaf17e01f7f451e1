import { OmmerError } from '../../primitives/errors.ts'

/** What was asked of a node. */
export interface RpcRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node did not answer a request, or not with a result, however often it was asked. */
export class RpcRequestError extends OmmerError {
  readonly method: string
  readonly params: readonly unknown[]
  /** of the JSON-RPC error, where that is what it answered */
  readonly rpcCode: number | undefined
  /** whether the answer is larger than was allowed */
  readonly isTooLarge: boolean

  /**
   * @param node its address as people may see it
   * @param options `rpcCode` and `isTooLarge`, if they apply
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
    const question = `${method}(${params.map((param) => JSON.stringify(param)).join(', ')})`
    super(
      'RPC_REQUEST_FAILED',
      `${question} at ${node}: ${problem.replaceAll(/\s*\n\s*/g, ' ')}`,
      options,
    )
    this.method = method
    this.params = params
    this.rpcCode = options.rpcCode
    this.isTooLarge = options.isTooLarge ?? false
  }
}
