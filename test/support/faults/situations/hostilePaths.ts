import { strictEqual } from 'node:assert'
import { httpRequest } from '../../../../scripts/bench/wire/http.ts'
import { sized } from '../../sized.ts'
import { chainId, openSocket, requireAnswer, requireRefusal, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

/** Targets of a POST, by the status that docs/errors.md names. */
const targets: Readonly<Record<number, readonly string[]>> = {
  401: [
    '/v3/..',
    '/v3/.',
    '/v3/%2e%2e',
    '/v3/..%2f..%2fetc%2fpasswd',
    '/v3/dev%2F',
    '/v3/dev%2Fx',
    '/v3/%64ev',
    '/v3/dev%00',
    '/v3/%',
    '/v3/%zz',
    '/v3/%c0%af',
    '/v3/dev;x',
    '/v3/dev\\x',
    '/v3/..\\..\\x',
    '/v3/dev,',
    `/v3/${'a'.repeat(8000)}`,
    '/v3/__proto__',
    '/v3/constructor',
  ],
  404: [
    '/v3/dev/..',
    '/v3/dev/../dev',
    '/v3/dev//',
    '/v3//dev',
    '//v3/dev',
    '/v3',
    '/../v3/dev',
    '/%76%33/dev',
    '/v3%2Fdev',
    '/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%',
    '/%zz',
    '/%00',
    '/package.json',
    '/node_modules/ws/package.json',
    '/src/cli.ts',
    '*',
    '/.git/config',
    'http://x/../v3/dev',
    'http://x//',
    '//',
    '/.',
    '/V3/dev',
    '/v3/dev/%2e%2e/dev',
    '/x#y',
  ],
  426: ['/ws/v3/dev', '/ws/v3/..%2f', '/ws/v3/%', '/ws/v3'],
}

/** Paths that would lead elsewhere in a server that serves files, or that decodes paths. */
export const hostilePaths: Situation = {
  name: 'path traversal and encoded slashes in keys',
  async bringAbout(server) {
    for (let times = 0; times < sized(1, 10); times++) {
      const socket = await openSocket(server)
      for (const [status, paths] of Object.entries(targets)) {
        for (const path of paths) {
          const response = await sendBytes(socket, httpRequest(server.port, path, chainId))
          requireRefusal(response, Number(status), path)
        }
      }
      // Between them, a request with a valid key.
      await requireAnswer(server, socket)
      const accepted = ['/v3/dev/', '/v3/dev?/../x', 'http://x/v3/dev', '/?/../x', 'http://x/']
      for (const path of accepted) {
        const response = await sendBytes(socket, httpRequest(server.port, path, chainId))
        strictEqual(response.status, 200, path)
      }
      socket.destroy()
    }
  },
}
