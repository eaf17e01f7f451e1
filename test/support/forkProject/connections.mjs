import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

// Writes a line for each connection that a process of the tests opens, and for each name that it looks up. With FORK_DAYS,
// the clock of the machine is so many days ahead.

const { FORK_CONNECTIONS, FORK_DAYS = '0' } = process.env

const { now } = Date
const ahead = Number(FORK_DAYS) * 86_400_000
Date.now = () => now() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, self),
})

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
