import type { HuntedClient, HuntOptions } from '../../../src/hunt.ts'
import { exampleClient } from '../../../test/hunt/support.ts'
import { chainsauceClient } from './clients/chainsauce.ts'
import { envioClient } from './clients/envio.ts'
import { type PonderOptions, type PonderVersion, ponderClient } from './clients/ponder.ts'
import { sqdClient } from './clients/sqd.ts'
import { web3EthereumDefiClient } from './clients/web3EthereumDefi.ts'
import type { Postgres } from './postgres.ts'

/** Installs a client. Those with a database start Postgres, which all of them share. */
type Install = (postgres: () => Promise<Postgres>) => Client | Promise<Client>

/** A client, and what its rows must be if that does not follow from their columns. */
type Client = HuntedClient & Pick<HuntOptions, 'expected'>

/** A version of a client, and whether it is right in the written scenario. */
export interface Version {
  readonly name: string
  readonly isRight: boolean
  readonly install: Install
}

export type HuntClientOptions = Omit<HuntOptions, 'start' | 'rows' | 'before' | 'after'>

/** An indexer to hunt, with a scenario that was written by hand. */
export interface Subject {
  /** the file in `written/`; undefined: there is none */
  readonly written?: string
  /** the first is hunted; the second, if there is one, must be right where the first is wrong */
  readonly versions: readonly [Version, ...Version[]]
  /** of the hunt */
  readonly options?: HuntClientOptions
  /** whether it is hunted if no name is given */
  readonly isHunted?: boolean
}

const ponder = (
  version: PonderVersion,
  isRight: boolean,
  options: PonderOptions = {},
): Version => ({
  name: `Ponder ${version}`,
  isRight,
  install: async (postgres) => ponderClient(version, await postgres(), options),
})

/** Chains that Ponder reads each at its own pace, with a second between two looks. */
const multichain = { ordering: 'multichain', pollingInterval: 1000 } as const

/**
 * Ponder takes 30 blocks as final, and this chain 64, as Ethereum does. After a crash it waits until the lock of its database
 * is too old. Most of the time it waits.
 */
const ponderOptions: HuntClientOptions = {
  finality: 30,
  spec: { blocks: 80, finality: { safe: 32, finalized: 64 } },
  weights: { restart: 0 },
  jobs: 3,
}

export const subjects: Readonly<Record<string, Subject>> = {
  // Both versions lose events of the chain that does not reorg.
  'ponder-1403': {
    written: 'ponder-1403.json',
    versions: [
      ponder('0.8.7', false, { onlyFirst: true }),
      ponder('0.8.16', true, { onlyFirst: true }),
    ],
    options: { ...ponderOptions, chains: 2 },
  },
  'ponder-1737': {
    written: 'ponder-1737.json',
    versions: [ponder('0.10.25', false), ponder('0.10.30', true)],
    options: ponderOptions,
  },
  'ponder-1763': {
    written: 'ponder-1763.json',
    versions: [ponder('0.10.30', false), ponder('0.11.44', true)],
    options: ponderOptions,
  },
  'ponder-2184': {
    written: 'ponder-2184.json',
    versions: [ponder('0.14.6', false, multichain), ponder('0.15.10', true, multichain)],
    options: { ...ponderOptions, chains: 2 },
  },
  chainsauce: {
    written: 'chainsauce-reorg.json',
    versions: [{ name: 'chainsauce 1.0.20', isRight: false, install: chainsauceClient }],
    isHunted: true,
  },
  envio: {
    written: 'envio-reorg.json',
    versions: [
      {
        name: 'Envio 2.32.12',
        isRight: false,
        install: async (postgres) => envioClient(await postgres()),
      },
    ],
    options: { finality: 30 },
    isHunted: true,
  },
  sqd: {
    written: 'sqd-reorg.json',
    versions: [{ name: 'SQD evm-processor 1.27.3', isRight: true, install: sqdClient }],
    options: { finality: 10 },
  },
  'web3-ethereum-defi': {
    written: 'web3-ethereum-defi-reorg.json',
    versions: [{ name: 'web3-ethereum-defi 1.2', isRight: true, install: web3EthereumDefiClient }],
    options: { finality: 10 },
  },
  naive: {
    versions: [
      { name: 'the naive example', isRight: false, install: () => exampleClient('naive') },
    ],
    options: { weights: { faults: 0, lag: 0, restart: 0 } },
    isHunted: true,
  },
}
