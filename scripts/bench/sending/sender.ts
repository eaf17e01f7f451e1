import { ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { systemCpuSecondsOf } from '../systemCpu.ts'
import { bodyOf } from './bodyOf.ts'
import { ALONE, BATCHES, type Manner } from './manners.ts'
import { PostConnection } from './postConnection.ts'
import { RawTransfers } from './rawTransfers.ts'

/** How many transfers are sent before anything is measured, because V8 compiles for so long. Anvil is compiled already. */
const WARM_UP = 3000

export interface SendingRun {
  /** transfers per second */
  readonly rate: number
  /** microseconds of the node's processor time per transfer; NaN if unknown */
  readonly cpuMicroseconds: number
}

/** A node, and the connection over which it gets transfers. */
export class Sender {
  readonly #node: ForeignNode
  readonly #connection: PostConnection
  readonly #transfers = new RawTransfers()

  private constructor(node: ForeignNode, connection: PostConnection) {
    this.#node = node
    this.#connection = connection
  }

  static async start(command: NodeCommand): Promise<Sender> {
    const node = await ForeignNode.start(command)
    return new Sender(node, await PostConnection.open(node.url))
  }

  /** Until V8 has compiled what is measured. */
  async warmUp(): Promise<void> {
    await this.run(WARM_UP, ALONE)
    await this.run(WARM_UP, BATCHES)
  }

  /**
   * Sends transfers, each message as soon as the last one is answered, or as its transfers are mined.
   *
   * @throws if one is refused
   */
  async run(count: number, { batch, isAwaited }: Manner): Promise<SendingRun> {
    const transfers = await this.#transfers.next(count)
    const bodies = Array.from({ length: count / batch }, (_, index) =>
      bodyOf(transfers.slice(index * batch, (index + 1) * batch).map(({ raw }) => raw)),
    )
    const cpuBefore = systemCpuSecondsOf(this.#node)
    const start = performance.now()
    const answers: string[] = []
    for (const [index, body] of bodies.entries()) {
      answers.push(await this.#connection.post(body))
      if (isAwaited) await this.#untilMined(transfers[(index + 1) * batch - 1]?.hash)
    }
    await this.#untilMined(transfers.at(-1)?.hash)
    const seconds = (performance.now() - start) / 1000
    const cpuAfter = systemCpuSecondsOf(this.#node)
    requireHashes(
      answers,
      transfers.map(({ hash }) => hash),
    )
    const cpuSeconds = (cpuAfter ?? Number.NaN) - (cpuBefore ?? Number.NaN)
    return { rate: count / seconds, cpuMicroseconds: (cpuSeconds / count) * 1e6 }
  }

  async stop(): Promise<void> {
    this.#connection.close()
    await this.#node.stop()
  }

  /** Anvil answers before it has mined. */
  async #untilMined(hash: string | undefined): Promise<void> {
    const params = [hash]
    const id = 0
    const request = { jsonrpc: '2.0', id, method: 'eth_getTransactionReceipt', params }
    const body = JSON.stringify(request)
    while ((JSON.parse(await this.#connection.post(body)) as { result: unknown }).result === null);
  }
}

/** @throws unless each transfer was answered with its hash: refusing one would be faster */
function requireHashes(answers: readonly string[], hashes: readonly string[]): void {
  const results = answers.flatMap((answer) => {
    const parsed: unknown = JSON.parse(answer)
    const responses = (Array.isArray(parsed) ? parsed : [parsed]) as { id: number }[]
    return responses.sort((one, other) => one.id - other.id) as { result?: string }[]
  })
  for (const [index, hash] of hashes.entries()) {
    const response = results[index]
    if (response?.result !== hash) throw new Error(`${JSON.stringify(response)} for ${hash}`)
  }
}
