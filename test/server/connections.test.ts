import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Connections } from '../../src/server/connections.ts'

const socket = () => new EventEmitter() as Socket

describe('Connections', () => {
  it('admits up to its limit, refuses any more, and counts each once', () => {
    const connections = new Connections(2)
    const [first, second, third] = [socket(), socket(), socket()]
    for (const each of [first, second, third, first, third]) connections.add(each)
    expect(connections.admittedCount).toBe(2)
    expect([first, second, third].map((each) => connections.isRefused(each))).toEqual([
      false,
      false,
      true,
    ])
    expect([...connections]).toEqual([first, second, third])
  })

  it('forgets closed connections, and admits others', () => {
    const connections = new Connections(1)
    const [first, second, third] = [socket(), socket(), socket()]
    connections.add(first)
    connections.add(second)
    first.emit('close')
    second.emit('close')
    connections.add(third)
    expect([...connections]).toEqual([third])
    expect(connections.isRefused(third)).toBe(false)
  })

  it('counts a connection that was upgraded', () => {
    const connections = new Connections(1)
    const upgraded = socket()
    connections.add(upgraded)
    connections.markUpgraded(upgraded)
    expect(connections.isUpgraded(upgraded)).toBe(true)
    expect(connections.admittedCount).toBe(1)
    expect(connections.isUpgraded(socket())).toBe(false)
  })
})
