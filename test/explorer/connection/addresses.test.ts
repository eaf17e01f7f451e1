import { describe, expect, it } from 'vitest'
import { addressesOf } from '../../../src/explorer/connection/addresses.ts'

describe('addressesOf', () => {
  it('finds the addresses of the endpoint', () => {
    const page = { protocol: 'http:', host: '127.0.0.1:8545', pathname: '/explorer/dev' }
    expect(addressesOf(page)).toEqual({
      key: 'dev',
      socket: 'ws://127.0.0.1:8545/ws/v3/dev?explorer',
      http: 'http://127.0.0.1:8545/v3/dev',
      contracts: 'http://127.0.0.1:8545/contracts/dev',
      control: 'http://127.0.0.1:8545/control/dev',
    })
  })

  it('stays behind a proxy that adds TLS and a path', () => {
    const page = { protocol: 'https:', host: 'test.example', pathname: '/chains/explorer/a%2Fb/' }
    expect(addressesOf(page)).toEqual({
      key: 'a/b',
      socket: 'wss://test.example/chains/ws/v3/a%2Fb?explorer',
      http: 'https://test.example/chains/v3/a%2Fb',
      contracts: 'https://test.example/chains/contracts/a%2Fb',
      control: 'https://test.example/chains/control/a%2Fb',
    })
  })

  it('refuses an address without key', () => {
    const page = { protocol: 'http:', host: 'x', pathname: '/explorer/' }
    expect(() => addressesOf(page)).toThrow('/explorer/<API_KEY>')
  })
})
