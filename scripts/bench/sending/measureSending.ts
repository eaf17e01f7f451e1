import { cliPath } from '../../build/built.ts'
import { ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { anvilPath, installAnvil, isAnvilInstalled } from '../anvilPackage.ts'
import { compare, measurePairs, type Pair } from '../pairs.ts'
import { type MissingRow, type Row, row } from '../report.ts'
import { systemCpuSecondsOf } from '../systemCpu.ts'
import { bodyOf } from './bodyOf.ts'
import { measureEndpointMemory } from './endpointMemory.ts'
import { measureFirstDeploy } from './firstDeploy.ts'
import { PostConnection } from './postConnection.ts'
import { CHAIN_ID, RawTransfers } from './rawTransfers.ts'

const HINT = 'npm run bench -- --anvil installs Anvil (40 MB) and measures beside it'

/** How many transfers one batch has. */
const BATCH = 20

/** How many transfers are sent before anything is measured, because V8 compiles for so long. Anvil is compiled already. */
const WARM_UP = 3000

interface Amount {
  /** runs of each */
  readonly pairs: number
  /** of a run; a multiple of a batch */
  readonly transfers: number
  /** endpoints whose memory is measured */
  readonly endpoints: number
}

/** How transfers are sent. */
interface Manner {
  /** what a row calls it */
  readonly name: string
  /** how many transfers one message has */
  readonly batch: number
  /** whether the next one is sent only when the last one has a receipt, as scripts do */
  readonly isAwaited: boolean
  /** of the rate of Anvil */
  readonly target: number
}

const AWAITED = {
  name: 'each sent and mined before the next',
  batch: 1,
  isAwaited: true,
  target: 0.7,
}
const ALONE = { name: 'one at a time', batch: 1, isAwaited: false, target: 0.5 }
const BATCHES = { name: `batches of ${BATCH}`, batch: BATCH, isAwaited: false, target: 1 }

interface SendingRun {
  /** transfers per second */
  readonly rate: number
  /** microseconds of the node's processor time per transfer; NaN if unknown */
  readonly cpuMicroseconds: number
}

/**
 * Measures transfers that are sent and mined per second over one connection, beside Anvil, which gets the same bytes. ommer
 * mines a block for each message before it answers; Anvil answers first, and then mines what has arrived in one block. And
 * the memory of an endpoint.
 *
 * @param install whether to install Anvil if it is missing
 */
export async function measureSending(
  amount: Amount,
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  if (!isAnvilInstalled() && install) installAnvil()
  const memory = await measureEndpointMemory(amount.endpoints)
  if (!isAnvilInstalled()) return [memory, { name: 'sending, beside Anvil', notMeasured: HINT }]
  const deploy = await measureFirstDeploy(amount.pairs, OMMER, ANVIL)
  const ommer = await Sender.start(OMMER)
  try {
    await ommer.run(WARM_UP, ALONE)
    await ommer.run(WARM_UP, BATCHES)
    const rows: Row[] = []
    for (const manner of [AWAITED, ALONE, BATCHES]) {
      const pairs = await measurePairs(
        amount.pairs,
        () => ommer.run(amount.transfers, manner),
        () => runAnvil(amount.transfers, manner),
      )
      rows.push(...sendingRows(manner, pairs))
    }
    return [...rows, deploy, memory]
  } finally {
    await ommer.stop()
  }
}

const CHAIN = ['--chain-id', String(CHAIN_ID)]

const OMMER: NodeCommand = {
  name: 'ommer',
  folder: '.',
  script: cliPath,
  args: (port) => ['--port', String(port), '--dev', '--no-cache', ...CHAIN],
}

const ANVIL: NodeCommand = {
  name: 'Anvil',
  folder: '.',
  script: anvilPath,
  // Without `--silent` it prints a line for every request.
  args: (port) => ['--port', String(port), '--silent', ...CHAIN],
}

/** Starts a new one for each run: after some 500 blocks it writes states to the disk, and becomes several times slower. */
async function runAnvil(transfers: number, manner: Manner): Promise<SendingRun> {
  const anvil = await Sender.start(ANVIL)
  try {
    await anvil.run(BATCH, manner)
    return await anvil.run(transfers, manner)
  } finally {
    await anvil.stop()
  }
}

function sendingRows(manner: Manner, pairs: readonly Pair<SendingRun>[]): Row[] {
  const name = `HTTP eth_sendRawTransaction of transfers, mined at once, ${manner.name}`
  return [
    row(
      name,
      'transfers/s',
      'Anvil',
      compare(pairs, ({ rate }) => rate),
      manner.target,
    ),
    row(
      `${name}, processor time`,
      'µs/transfer',
      'Anvil',
      compare(pairs, ({ cpuMicroseconds }) => cpuMicroseconds),
      Math.round(100 / manner.target) / 100,
    ),
  ]
}

/** A node, and the connection over which it gets transfers. */
class Sender {
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
