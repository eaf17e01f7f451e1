import type { Log } from '@ethereumjs/evm'
import { fromHex } from '../../../primitives/hex.ts'
import { addressWord, word } from '../../contracts/abi.ts'
import type { CallTracer } from '../callTracer.ts'
import type { SimulatedLog } from './simulation.ts'

/** The address of ether as if it were a token (ERC-7528). */
const ETHER = new Uint8Array(20).fill(0xee)

/** keccak of `Transfer(address,address,uint256)` */
const TRANSFER = fromHex('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef')

/**
 * Numbers the logs of a block as they are emitted, and makes logs of transfers of ether (geth,
 * internal/ethapi/logtracer.go). A log that is reverted keeps its number, as the official transcripts show, which are from
 * an earlier geth: 1.17.10 gives the number out again.
 */
export class SimulationLogs implements CallTracer {
  readonly #indexes = new Map<Log, number>()
  readonly #transfers = new Set<Log>()
  readonly transfer?: NonNullable<CallTracer['transfer']>

  /** @param tracesTransfers whether transfers of ether produce logs */
  constructor(tracesTransfers: boolean) {
    if (tracesTransfers) this.transfer = (from, to, value) => this.#transfer(from, to, value)
  }

  log(log: Log): void {
    this.#indexes.set(log, this.#indexes.size)
  }

  /** With their numbers. */
  numbered(logs: readonly Log[]): SimulatedLog[] {
    return logs.map((log) => {
      const [address, topics, data] = log
      return { address, topics, data, logIndex: this.#indexes.get(log) ?? 0 }
    })
  }

  /** The logs that contracts emitted, which receipts contain. */
  ofContracts(logs: readonly Log[]): Log[] {
    return logs.filter((log) => !this.#transfers.has(log))
  }

  #transfer(from: Uint8Array, to: Uint8Array, value: bigint): Log {
    const log: Log = [ETHER, [TRANSFER, addressWord(from), addressWord(to)], word(value)]
    this.#transfers.add(log)
    this.log(log)
    return log
  }
}
