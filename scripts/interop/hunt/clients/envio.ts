import type { HuntedClient } from '../../../../src/hunt.ts'
import { freePort } from '../../../bench/freePort.ts'
import { installProject, npmInstall } from '../../project.ts'
import type { Postgres } from '../postgres.ts'
import { startProgram } from '../program.ts'
import { Psql } from '../psql.ts'

/**
 * Transfers with Envio 2.32.12, in a database of its own.
 *
 * @throws {NotInstalledError}
 */
export function envioClient(postgres: Postgres): HuntedClient {
  const folder = installEnvio()
  const readers = new Map<string, Psql>()
  return {
    async before({ id }) {
      await postgres.create(id)
      readers.set(id, new Psql(postgres.urlOf(id)))
    },
    async start({ id, url }) {
      const port = await freePort()
      return startProgram({
        command: process.execPath,
        args: ['generated/src/Index.res.js'],
        folder,
        env: {
          ENVIO_HASURA: 'false',
          ENVIO_INDEXER_PORT: `${port}`,
          ENVIO_PG_DATABASE: id,
          ENVIO_PG_HOST: '127.0.0.1',
          ENVIO_PG_PASSWORD: 'any',
          ENVIO_PG_PORT: `${postgres.port}`,
          ENVIO_PG_USER: postgres.user,
          RPC_URL: url,
          TUI_OFF: 'true',
        },
      })
    },
    rows: ({ id }) => readers.get(id)?.line(SELECT),
    async after({ id }) {
      await readers.get(id)?.stop()
      readers.delete(id)
      await postgres.drop(id)
    },
  }
}

function installEnvio(): string {
  const project = new URL('../projects/envio-2.32.12/', import.meta.url)
  // A part of it wants another React than the rest.
  const [[npm, ...args]] = npmInstall
  const install = [
    [npm, ...args, '--legacy-peer-deps'],
    ['sh', 'build.sh'],
  ] as const
  return installProject('indexer', project, 'package.json', install)
}

/** All rows as JSON. Numbers are text, because they have up to 78 digits. */
const SELECT = `SELECT json_build_object('transfers', coalesce(json_agg(json_build_object(
  'block_number', block, 'block_hash', "blockHash", 'log_index', "logIndex", 'address', address,
  'from', "from", 'to', "to", 'value', value::text
)), '[]')) FROM public."Transfer"`
