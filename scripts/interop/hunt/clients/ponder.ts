import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { transfers } from '../../../../src/hunt/rows/transfers.ts'
import type { HuntedClient, HuntOptions, HuntServer, StartedClient } from '../../../../src/hunt.ts'
import { freePort } from '../../../bench/freePort.ts'
import { installProject } from '../../project.ts'
import type { Postgres } from '../postgres.ts'
import { startProgram } from '../program.ts'
import { Psql } from '../psql.ts'

/** Versions with and without faults that are known, and whether they call chains networks. */
const versions = {
  '0.8.7': { hasNetworks: true },
  '0.8.16': { hasNetworks: true },
  '0.10.25': { hasNetworks: true },
  '0.10.30': { hasNetworks: false },
  '0.11.44': { hasNetworks: false },
  '0.14.6': { hasNetworks: false },
  '0.15.10': { hasNetworks: false },
} as const

export type PonderVersion = keyof typeof versions

export interface PonderOptions {
  /** in milliseconds; default 100 */
  readonly pollingInterval?: number
  /** of events of several chains; default `omnichain` */
  readonly ordering?: 'omnichain' | 'multichain'
  /** whether only the transfers of the first chain are compared */
  readonly onlyFirst?: boolean
}

const SCHEMA = 'app'

/** In milliseconds. */
const START_MAX = 60_000

/**
 * A Ponder app that keeps transfers and balances of one or several chains in a database of its own.
 *
 * @throws {NotInstalledError}
 */
export function ponderClient(
  version: PonderVersion,
  postgres: Postgres,
  { pollingInterval = 100, ordering = 'omnichain', onlyFirst = false }: PonderOptions = {},
): HuntedClient & Pick<HuntOptions, 'expected'> {
  const folder = installPonder(version)
  const readers = new Map<string, Psql>()
  return {
    async before({ id }) {
      await postgres.create(id)
      readers.set(id, new Psql(postgres.urlOf(id)))
    },
    async start(server) {
      const port = await freePort()
      const args = ['start', '--schema', SCHEMA, '--port', `${port}`, '--log-level', 'debug']
      const started = startProgram({
        command: process.execPath,
        args: ['node_modules/.bin/ponder', ...args],
        folder,
        env: {
          CHAINS: JSON.stringify(server.chains),
          DATABASE_URL: postgres.urlOf(server.id),
          HAS_NETWORKS: `${versions[version].hasNetworks}`,
          ORDERING: ordering,
          POLLING_INTERVAL: `${pollingInterval}`,
          PONDER_TELEMETRY_DISABLED: 'true',
        },
      })
      await answersAt(`http://127.0.0.1:${port}/health`, started)
      return started
    },
    rows: (server) =>
      readers.get(server.id)?.line(onlyFirst ? selectFirst(server) : selectAll(server)),
    ...(onlyFirst && { expected: firstTransfers }),
    async after({ id }) {
      await readers.get(id)?.stop()
      readers.delete(id)
      await postgres.drop(id)
    },
  }
}

/** Ponder is loaded for seconds before it asks for anything, which hunt would take for idleness. */
async function answersAt(url: string, { ended }: StartedClient): Promise<void> {
  let isOver = false
  void ended?.then(() => {
    isOver = true
  })
  const deadline = performance.now() + START_MAX
  while (!isOver && performance.now() < deadline) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(50)
  }
}

/** The app is the same for all versions; each has its own dependencies. */
function installPonder(version: PonderVersion): string {
  const project = new URL(`../projects/ponder-${version}/`, import.meta.url)
  const install = [['npm', 'ci', '--no-audit', '--no-fund']] as const
  const folder = installProject('indexer', project, 'package-lock.json', install)
  const app = fileURLToPath(new URL('../projects/ponder/', import.meta.url))
  const filter = (path: string) => basename(path) !== 'package.json'
  cpSync(app, folder, { recursive: true, filter })
  return folder
}

/** What the transfers of the first chain must be. */
const firstTransfers = {
  ...transfers,
  rows: (chains: Parameters<typeof transfers.rows>[0]) => transfers.rows(chains.slice(0, 1)),
}

function selectFirst({ chainId }: HuntServer): string {
  return `SELECT ${transferRows('', `WHERE chain = ${chainId}`)}`
}

function selectAll({ chains }: HuntServer): string {
  const chain = chains.length > 1 ? `'chain_id', chain,` : ''
  return `SELECT json_build_object(
    'transfers', ${transferRows(chain, '')},
    'balances', (SELECT coalesce(json_agg(json_build_object(
      ${chain} 'address', token, 'account', account, 'value', value::text
    )), '[]') FROM ${SCHEMA}.balance
      WHERE value <> 0 AND account <> '0x0000000000000000000000000000000000000000')
  )`
}

/** An expression for rows as JSON. Numbers are text, because they have up to 78 digits. */
function transferRows(chain: string, where: string): string {
  return `(SELECT coalesce(json_agg(json_build_object(
      ${chain} 'block_number', block, 'block_hash', block_hash, 'log_index', log_index,
      'transaction_hash', transaction, 'address', token, 'from', "from", 'to', "to", 'value', value::text
    )), '[]') FROM ${SCHEMA}.transfer, generate_series(1, times) ${where})`
}
