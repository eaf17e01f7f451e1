import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exportChain } from '../../../../src/exportChain.ts'
import { toHex } from '../../../../src/primitives/hex.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { provenBlobs } from '../../../../test/support/provenBlobs.ts'
import { startWith } from '../compareChain.ts'
import { type GethNode, post } from '../gethNode.ts'
import type { GethOptions } from '../gethOptions.ts'
import type { Difference } from '../states/compareRequests.ts'
import { Tally } from '../states/tally.ts'
import type { CaseSource, SentCase } from './caseSource.ts'
import { drawCase } from './cases.ts'
import { explanationOf } from './explainedSendings.ts'
import { createSendingChain, type SendingSpec } from './sendingChains.ts'
import { OmmerPool, type Outcome } from './sendToOmmer.ts'

/** How many transactions are sent on each chain, unless `--blocks` says otherwise. */
const COUNT = 600

/** Without these, geth hides errors that may pass, and forgets who sent most. */
const GETH_OPTIONS = ['--txpool.nolocals', '--txpool.accountqueue', '1024']

interface SendingComparison {
  readonly tally: Tally
  readonly differences: readonly Difference[]
}

/** Sends the same transactions to geth and to the pool of ommer, and compares each answer and what is pending at the end. */
export async function compareSending(
  program: string,
  { name, spec, allowsUnprotected }: SendingSpec,
  { seed, blocks: count = COUNT }: GethOptions,
  scratch: string,
): Promise<SendingComparison> {
  const { chain, senders } = await createSendingChain(spec)
  const files = join(scratch, `chain-${name}`)
  await exportChain(chain, files, { format: 'hive' })
  const flags = [...GETH_OPTIONS, ...(allowsUnprotected ? ['--rpc.allow-unprotected-txs'] : [])]
  const geth = await startWith(program, chain, files, scratch, flags)
  try {
    const ommer = await OmmerPool.create(chain, allowsUnprotected)
    const random = new Random(`${seed}/sending/${name}`)
    const source: CaseSource = { ommer, senders, random, recorded: provenBlobs(), sent: [] }
    const comparison = new Comparison(geth, source)
    for (let index = 0; index < count; index++) await comparison.compareOne(drawCase(source))
    await comparison.compareContents()
    comparison.printExplanations()
    return comparison
  } finally {
    await geth.stop()
  }
}

class Comparison implements SendingComparison {
  readonly tally = new Tally()
  readonly differences: Difference[] = []
  /** how often each explanation was needed */
  readonly #explained = new Map<string, number>()
  readonly #geth: GethNode
  readonly #source: CaseSource

  constructor(geth: GethNode, source: CaseSource) {
    this.#geth = geth
    this.#source = source
  }

  /** Prints why answers differ that may. */
  printExplanations(): void {
    for (const [explanation, count] of this.#explained) console.log(`${count} × ${explanation}`)
  }

  async compareOne(drawn: SentCase): Promise<void> {
    const { ommer, sent } = this.#source
    const { bytes, label } = drawn
    const kind = label.slice(0, label.indexOf(':'))
    const theirs = await sendToGeth(this.#geth, bytes)
    const ours = ommer.send(bytes)
    if ('hash' in theirs) sent.push(drawn)
    const isError = 'message' in theirs
    if (JSON.stringify(theirs) === JSON.stringify(ours)) {
      this.tally.add(kind, 'equal', isError)
      if ('hash' in ours) await this.#promoted(ours.hash)
      return
    }
    const explanation = explanationOf(theirs, ours, drawn, ommer.rules)
    if (explanation !== undefined) {
      this.#explained.set(explanation, (this.#explained.get(explanation) ?? 0) + 1)
      this.tally.add(kind, 'explained', isError)
      // What follows is compared on equal pools.
      if ('hash' in ours) ommer.undo()
      else if ('hash' in theirs) ommer.take(bytes)
      return
    }
    this.tally.add(kind, 'different', isError)
    const raw = bytes.length < 600 ? toHex(bytes) : `${toHex(bytes.subarray(0, 100))}…`
    const line = `${label}: geth ${show(theirs)}, ommer ${show(ours)} ${raw}`
    this.differences.push({ kind: `${kind} ${show(theirs).slice(0, 30)}`, line })
  }

  /** geth moves transactions from its queue to the pending ones in the background. */
  async #promoted(hash: string): Promise<void> {
    const sent = this.#source.ommer.pool.get(hash as `0x${string}`)
    if (sent === undefined) return
    const expected = this.#source.ommer.pool.nextNonce(sent.sender)
    for (let attempt = 0; attempt < 100; attempt++) {
      const nonce = await this.#geth.ask<string>('eth_getTransactionCount', sent.sender, 'pending')
      if (BigInt(nonce) === expected) return
      await setTimeout(2)
    }
    const line = `pending nonce of ${sent.sender}: not ${expected} in geth`
    this.tally.add('nonce', 'different', false)
    this.differences.push({ kind: 'pending nonce', line })
  }

  /** Compares the pools at the end; geth does not list blobs. */
  async compareContents(): Promise<void> {
    const content = await this.#geth.ask<GethContent>('txpool_content')
    for (const part of ['pending', 'queued'] as const) {
      const theirs = Object.values(content[part]).flatMap((list) =>
        Object.values(list).map(({ hash }) => hash),
      )
      const ours = [...this.#source.ommer.pool.contents()].flatMap((each) =>
        each[part].filter(({ blobFeeCap }) => blobFeeCap === undefined).map(({ hash }) => hash),
      )
      const isEqual = theirs.sort().join() === (ours as string[]).sort().join()
      this.tally.add(`txpool ${part}`, isEqual ? 'equal' : 'different', false)
      if (isEqual) continue
      const line = `${part}: geth has ${theirs.length}, ommer ${ours.length}`
      this.differences.push({ kind: part, line })
    }
  }
}

type GethContent = Readonly<
  Record<
    'pending' | 'queued',
    Readonly<Record<string, Readonly<Record<string, { readonly hash: string }>>>>
  >
>

async function sendToGeth({ url }: GethNode, bytes: Uint8Array): Promise<Outcome> {
  const request = { method: 'eth_sendRawTransaction', params: [toHex(bytes)] }
  const { result, error } = JSON.parse(await post(url, request))
  if (error === undefined) return { hash: result }
  // What differs is compared as a part of the message.
  return { message: error.code === -32000 ? error.message : `${error.code}: ${error.message}` }
}

function show(outcome: Outcome): string {
  return 'hash' in outcome ? 'takes it' : `"${outcome.message}"`
}
