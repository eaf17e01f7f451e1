import { below } from '../chance.ts'
import { type Connection, HttpConnection, WebSocketConnection } from '../connection.ts'
import type { WritableUrls } from '../sender.ts'

/** An error of the server: what it says, with its code. */
export class Refusal extends Error {}

/** One endpoint over one connection, by HTTP or, in one of three cases, by WebSocket. */
export class JsonClient {
  readonly #connection: Connection
  #id = 0

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  static async open(
    { rpc, webSocket }: WritableUrls,
    key: string,
    mayUseWebSocket = true,
  ): Promise<JsonClient> {
    const connection =
      mayUseWebSocket && below(3) === 0
        ? await WebSocketConnection.open(`${webSocket}/${key}`)
        : await HttpConnection.open(`${rpc}/${key}`, below(4) === 0)
    return new JsonClient(connection)
  }

  /**
   * @throws {Refusal} if the answer is an error
   * @throws {Error} if there is no answer
   */
  async ask<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const id = ++this.#id
    // The WebSocket finds the id only if these two come first.
    const message = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const body = await this.#connection.send(message, id)
    const { error, result } = JSON.parse(body.toString()) as {
      readonly error?: { readonly code: number; readonly message: string }
      readonly result: Result
    }
    if (error !== undefined) throw new Refusal(`${method}: ${error.code} ${error.message}`)
    return result
  }

  close(): void {
    this.#connection.close()
  }
}
