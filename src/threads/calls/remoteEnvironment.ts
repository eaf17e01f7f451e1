import type { CallEnvironment } from '../../chain/calls/callEnvironment.ts'
import type { Meter } from '../../chain/execution/meter.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import { type ByteText, fromByteText, toByteText } from '../../chain/state/byteText.ts'
import type { StoredCode } from '../../chain/state/codeStore.ts'
import type { BaseAccount, StorageBase } from '../../chain/state/stateBase.ts'
import { BoundedCache } from '../../primitives/boundedCache.ts'
import type { JobRequest, QuestionKind, Questions, SentAccount } from './callMessages.ts'
import { sendChanges } from './sendChanges.ts'

/** Asks the main thread, and waits for its answer. */
export type Ask = <Kind extends QuestionKind>(
  kind: Kind,
  ask: Questions[Kind]['ask'],
) => Questions[Kind]['answer']

/** In entries of about 200 bytes. */
const ACCOUNTS_MAX = 20_000
const SLOTS_MAX = 100_000
/** Of at most 24 KiB. */
const CODES_MAX = 1000
/** Chains that call at the same time. */
const RULES_MAX = 16

/** Makes the environments of calls in a worker thread, which has no chain but asks for the parts that it needs. */
export class RemoteEnvironments {
  readonly #ask: Ask
  // Names of states, roots and hashes of code name what never changes, so that it need not be asked for again.
  readonly #accounts = new BoundedCache<string, SentAccount | undefined>(ACCOUNTS_MAX)
  readonly #slots = new BoundedCache<string, ByteText | undefined>(SLOTS_MAX)
  readonly #codes = new BoundedCache<string, StoredCode | undefined>(CODES_MAX)

  /** by their JSON: each message has a copy, but engines are kept by the object */
  readonly #rules = new BoundedCache<string, Rules>(RULES_MAX)

  constructor(ask: Ask) {
    this.#ask = ask
  }

  for({ rules, block, stateName, scope }: JobRequest, meter: Meter): CallEnvironment {
    return {
      rules: this.#rules.get(JSON.stringify(rules), () => rules),
      block,
      state: { get: (key, name) => this.#account({ stateName, scope }, toByteText(key), name) },
      code: (name) => this.#code(scope, name),
      blockHash: (number) => fromByteText(this.#ask('blockHash', number)),
      nextStateRoot: (changes) => {
        sendChanges(changes, (sent) => this.#ask('change', sent))
        return fromByteText(this.#ask('stateRoot', undefined))
      },
      hasExactRoot: () => this.#ask('hasExactRoot', undefined),
      meter,
    }
  }

  #code(scope: string, name: string): StoredCode | undefined {
    const code = this.#codes.get(scope + name, () => this.#ask('code', name))
    // A later block may deploy it.
    if (code === undefined) this.#codes.delete(scope + name)
    return code
  }

  #account(
    { stateName, scope }: Pick<JobRequest, 'stateName' | 'scope'>,
    key: ByteText,
    name: string | undefined,
  ): BaseAccount | undefined {
    const account = this.#accounts.get(stateName + key, () => this.#ask('account', { key, name }))
    if (account === undefined) return undefined
    const { nonce, balance, codeHash, storageRoot } = account
    return {
      nonce,
      balance,
      codeHash: fromByteText(codeHash),
      storage: this.#storage(scope, key, storageRoot),
    }
  }

  #storage(scope: string, account: ByteText, storageRoot: ByteText): StorageBase {
    return {
      get: (bytes, name) => {
        const key = toByteText(bytes)
        // With the account: a fork reads the same slot of another one from the network, too.
        return this.#slots.get(scope + account + storageRoot + key, () =>
          this.#ask('slot', { account, key, name }),
        )
      },
      root: () => fromByteText(storageRoot),
    }
  }
}
