import { describe, expect, it } from 'vitest'
import { parseGoDuration } from '../../../src/rpc/params/goDuration.ts'

describe('parseGoDuration', () => {
  it.each([
    ['5s', 5000],
    ['1m30.5s', 90_500],
    ['0', 0],
    ['.5h', 1_800_000],
    ['-2ms', -2],
    ['+1us', 0.001],
    ['2562047h', 2_562_047 * 3_600_000],
  ])('reads %s', (text, milliseconds) => {
    expect(parseGoDuration(text)).toBe(milliseconds)
  })

  it.each([
    ['', 'time: invalid duration ""'],
    ['s', 'time: invalid duration "s"'],
    ['.s', 'time: invalid duration ".s"'],
    ['3', 'time: missing unit in duration "3"'],
    ['3x', 'time: unknown unit "x" in duration "3x"'],
    ['2562048h', 'time: invalid duration "2562048h"'],
    ['9223372037s', 'time: invalid duration "9223372037s"'],
  ])('refuses %j as Go does', (text, problem) => {
    expect(parseGoDuration(text)).toEqual({ problem })
  })

  it('refuses a long text, and shows its start', () => {
    const start = '1ns'.repeat(333)
    expect(parseGoDuration(`${start}1`)).toEqual({
      problem: `time: missing unit in duration "${start}1"`,
    })
    expect(parseGoDuration('1ns'.repeat(1_000_000))).toEqual({
      problem: `time: invalid duration "${start}1…"`,
    })
  })
})
