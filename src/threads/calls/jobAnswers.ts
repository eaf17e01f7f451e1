import { EMPTY_STORAGE, type StateTrie } from '../../chain/state/account.ts'
import { fromByteText, toByteText } from '../../chain/state/byteText.ts'
import type { CodeStore } from '../../chain/state/codeStore.ts'
import { hashState, isHashed } from '../../chain/state/hashState.ts'
import { hasExactRoot } from '../../chain/state/openBranches.ts'
import { writeSlots } from '../../chain/state/writeSlots.ts'
import type { Question, Questions, SentChange } from './callMessages.ts'

/** What a job in a worker thread may ask for: the state after a block, and what belongs to the chain. */
export interface JobState {
  readonly state: StateTrie
  readonly codes: Pick<CodeStore, 'get'>
  /** the hash of the block with a number, among the block and its ancestors; 32 bytes */
  readonly blockHash: (number: number) => Uint8Array
}

/** How many nodes of a state are hashed in a time slice: a few milliseconds' worth. */
const HASHED_NODES_MAX = 500

/** Runs work in a time slice of the main thread. */
export type RunInSlice = <Result>(work: () => Promise<Result>) => Promise<Result>

type JobAnswer = Questions[keyof Questions]['answer']

/** Answers the questions that a worker thread asks about one job. */
export class JobAnswers {
  readonly #job: JobState
  readonly #runInSlice: RunInSlice
  /** the state after all changes that the job has sent */
  #changed: StateTrie

  constructor(job: JobState, runInSlice: RunInSlice) {
    this.#job = job
    this.#runInSlice = runInSlice
    this.#changed = job.state
  }

  /** Answers at once, except where it takes some milliseconds. */
  answer(question: Question): JobAnswer | Promise<JobAnswer> {
    const { state, codes, blockHash } = this.#job
    switch (question.kind) {
      case 'account': {
        const { key, name } = question.ask
        const account = state.getText(key, name)
        return (
          account && {
            nonce: account.nonce,
            balance: account.balance,
            codeHash: toByteText(account.codeHash),
            storageRoot: toByteText(account.storage.root()),
          }
        )
      }
      case 'slot': {
        const { account, key, name } = question.ask
        return state.getText(account)?.storage.getText(key, name)
      }
      case 'code': {
        const stored = codes.get(question.ask)
        // With buffers of their own: code is often a part of a block's bytes, which would be sent with it.
        return stored && { hash: new Uint8Array(stored.hash), code: new Uint8Array(stored.code) }
      }
      case 'blockHash':
        return toByteText(blockHash(question.ask))
      case 'change':
        return this.#whenHashed(() => this.#runInSlice(async () => this.#change(question.ask)))
      case 'stateRoot':
        return this.#whenHashed(() => toByteText(this.#changed.root()))
      case 'hasExactRoot':
        return hasExactRoot(state, this.#changed)
    }
  }

  /** Hashes the state first: an old state does not share its nodes with others, and has thousands of them. */
  #whenHashed<Result>(then: () => Result | Promise<Result>): Result | Promise<Result> {
    return isHashed(this.#changed) ? then() : this.#hash().then(then)
  }

  async #hash(): Promise<void> {
    const nodes = hashState(this.#changed)
    let isDone = false
    while (!isDone) {
      await this.#runInSlice(async () => {
        for (let count = 0; count < HASHED_NODES_MAX && !isDone; count++) {
          isDone = nodes.next().done === true
        }
      })
    }
  }

  #change(changes: readonly SentChange[]): undefined {
    for (const change of changes) this.#changed = changeAccount(this.#changed, change)
    // Hashed as it grows, because a tree of thousands of new nodes could not be hashed in a few milliseconds.
    this.#changed.root()
  }
}

function changeAccount(state: StateTrie, change: SentChange): StateTrie {
  const { key, account, isCleared, slots } = change
  const name = fromByteText(key)
  if (account === undefined) return state.delete(name)
  const before = isCleared ? EMPTY_STORAGE : (state.get(name)?.storage ?? EMPTY_STORAGE)
  const written = slots.map(([slot, value]) => ({
    key: fromByteText(slot),
    value: fromByteText(value),
  }))
  const storage = writeSlots(before, written)
  const { nonce, balance, codeHash } = account
  return state.set(name, { nonce, balance, codeHash: fromByteText(codeHash), storage })
}
