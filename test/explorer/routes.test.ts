import { describe, expect, it } from 'vitest'
import { hrefOf, type Route, readRoute } from '../../src/explorer/routes.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = `0x${'Cd'.repeat(20)}`

describe('readRoute', () => {
  const routes: [string, Route][] = [
    ['', { view: 'tree' }],
    ['#', { view: 'tree' }],
    ['#/', { view: 'tree' }],
    ['#/tree/12', { view: 'tree', at: 12 }],
    ['#/block/12', { view: 'block', block: '12' }],
    ['#/block/latest', { view: 'block', block: 'latest' }],
    ['#/block/safe', { view: 'block', block: 'safe' }],
    [`#/block/${HASH.toUpperCase().replace('0X', '0x')}`, { view: 'block', block: HASH }],
    [`#/tx/${HASH}`, { view: 'transaction', hash: HASH }],
    [`#/address/${ADDRESS}`, { view: 'address', address: ADDRESS }],
    ['#/requests', { view: 'requests' }],
    ['#/moves', { view: 'moves' }],
  ]
  it.each(routes)('reads %s', (hash, route) => {
    expect(readRoute(hash)).toEqual(route)
  })

  it.each([
    '#/block/',
    '#/block/0x12',
    '#/block/-1',
    '#/block/newest',
    '#/tx/12',
    `#/address/${HASH}`,
    '#/moves/1',
    '#/block/1/2',
    '#/<b>',
    '#javascript:alert(1)',
  ])('knows no view for %s', (hash) => {
    expect(readRoute(hash)).toEqual({ view: 'unknown', hash })
  })

  it.each(routes.slice(2))('is the inverse of hrefOf for %s', (_, route) => {
    expect(readRoute(hrefOf(route))).toEqual(route)
  })
})
