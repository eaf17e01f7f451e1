import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** The name and version of the server (EIP-1474): a string. */
export const web3_clientVersion = method({
  name: 'web3_clientVersion',
  set: 'all',
  does: 'reads',
  summary: 'The name and version of the client software.',
  params: [],
  result: { name: 'clientVersion', schema: { type: 'string', minLength: 1 } },
  run: (_, { dialect, service: { clientVersion, version } }) => {
    const isDefault = [`ommer/${version}`, `anvil/ommer-v${version}`].includes(clientVersion)
    const known = isDefault ? dialect.facts.clientVersion : undefined
    return encodeResult(known?.text ?? clientVersion)
  },
})
