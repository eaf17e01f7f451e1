import type { Account } from '../../../../src/chain/accounts.ts'
import { deriveSigners, type Signer } from '../../../../src/chain/accounts.ts'
import type { Chain } from '../../../../src/chain/chain.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import { type ForkName, forkAt, isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../../../src/chain/spec/spec.ts'
import { fromHex, toHex } from '../../../../src/primitives/hex.ts'

/** A chain on which transactions are sent. */
export interface SendingSpec {
  readonly name: string
  readonly spec: ChainSpec
  /** whether transactions without EIP-155 are accepted */
  readonly allowsUnprotected: boolean
}

/** One chain for each fork that changes what is accepted. */
export function sendingChains(seed: string): SendingSpec[] {
  const latest = ['amsterdam', 'bpo2', 'osaka', 'prague', 'cancun', 'shanghai', 'paris'] as const
  const older = [
    'london',
    'berlin',
    'istanbul',
    'byzantium',
    'spuriousDragon',
    'homestead',
  ] as const
  const forks: readonly ForkName[] = [...latest, ...older]
  return forks.map((fork, index) => ({
    name: fork,
    spec: {
      seed: `${seed}/sending/${fork}`,
      blocks: 3,
      forks: { [fork]: 0 },
      accounts: 24,
      transactionsPerBlock: [0, 3],
    },
    allowsUnprotected: index % 2 === 1,
  }))
}

/** Who sends on a chain, by what they have. */
export interface Senders {
  /** with more ether than they can spend */
  readonly rich: readonly Signer[]
  /** with a fraction of an ether */
  readonly poor: readonly Signer[]
  /** with nothing */
  readonly empty: readonly Signer[]
  /** that have sent many transactions */
  readonly experienced: readonly Signer[]
  /** whose code is that of a contract, from Prague on */
  readonly delegated: readonly Signer[]
}

/** In wei. */
const POOR = 10n ** 16n

/** Creates a chain with all senders. */
export async function createSendingChain(
  spec: ChainSpec,
): Promise<{ readonly chain: Chain; readonly senders: Senders }> {
  const chain = await createChain(spec)
  const derived = deriveSigners(`${spec.seed}/senders`, 14)
  const [bank, ...rest] = chain.accounts as [Account, ...Account[]]
  const [poor, empty] = [derived.slice(0, 6), derived.slice(6, 8)]
  const [experienced, delegated] = [derived.slice(8, 11), derived.slice(11)]
  const { rules, tree } = chain
  const isPrague = isAtLeast(forkAt(rules.forks, tree.head.number, 2 ** 40), 'prague')
  await chain.build(1, async (block) => {
    for (const { address } of poor) {
      await block.add({ from: bank, to: toHex(address), value: POOR })
    }
    for (const { address } of [...experienced, ...delegated]) {
      await block.add({ from: bank, to: toHex(address), value: 10n ** 19n })
    }
  })
  await chain.build(1, async (block) => {
    for (const [index, signer] of experienced.entries()) {
      for (let count = 0; count < 9 + 3 * index; count++) {
        await block.add({ from: toAccount(signer), to: bank.address, value: 1n })
      }
    }
    if (!isPrague) return
    const authorizations = delegated.map((signer) => ({
      from: toAccount(signer),
      address: bank.address,
    }))
    await block.add({ from: bank, to: bank.address, authorizations })
  })
  const rich = rest.map(({ address, privateKey }) => toSigner(address, privateKey))
  return { chain, senders: { rich, poor, empty, experienced, delegated } }
}

function toAccount({ address, privateKey }: Signer): Account {
  return { address: toHex(address), privateKey: toHex(privateKey) }
}

function toSigner(address: string, privateKey: string): Signer {
  return { address: fromHex(address), privateKey: fromHex(privateKey), publicKey: new Uint8Array() }
}
