import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

// Writes a line for each connection that a process of the tests opens, and for each name that it looks up.

const { FORK_CONNECTIONS } = process.env
const note = (line) => appendFileSync(FORK_CONNECTIONS, `${line}\n`)

const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  const [options] = [args].flat(2)
  note(`connection to ${options.host ?? options.path}`)
  return connect.apply(this, args)
}

const { lookup } = dns
dns.lookup = (name, ...rest) => {
  note(`look-up of ${name}`)
  return lookup(name, ...rest)
}
