import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { Camera } from '../../../src/explorer/tree/camera.ts'

function cameraOver(last: number) {
  const top = signal(last)
  const camera = new Camera(top)
  camera.resize({ width: 1120, height: 500 })
  return { top, camera }
}

describe('Camera', () => {
  it('shows the newest blocks, and follows them', () => {
    const { camera, top } = cameraOver(100)
    expect(camera.range.value.last).toBeGreaterThanOrEqual(100)
    const before = camera.center.value
    top.value = 101
    expect(camera.center.value).toBe(before + 1)
  })

  it('stays where it was moved to', () => {
    const { camera, top } = cameraOver(100)
    camera.panBy(1120)
    const before = camera.center.value
    top.value = 150
    expect(camera.center.value).toBe(before)
    expect(camera.following.value).toBe(false)
    camera.follow()
    expect(camera.center.value).toBeGreaterThan(140)
  })

  it('follows again once it was moved to the end', () => {
    const { camera } = cameraOver(100)
    camera.panBy(2000)
    camera.panBy(-5000)
    expect(camera.following.value).toBe(true)
  })

  it('does not leave the chain', () => {
    const { camera } = cameraOver(100)
    camera.panBy(1e9)
    expect(camera.range.value.first).toBe(0)
    expect(camera.center.value).toBeGreaterThan(0)
  })

  it('puts a chain that fits in the middle', () => {
    const { camera } = cameraOver(3)
    expect(camera.center.value).toBe(1.5)
    camera.panBy(300)
    expect(camera.center.value).toBe(1.5)
  })

  it('keeps the column under the pointer when it zooms', () => {
    const { camera } = cameraOver(1000)
    camera.show(500)
    const columnAt = (x: number) => camera.center.value + (x - 560) / camera.geometry.value.unit
    const before = columnAt(200)
    camera.zoomBy(0.5, 200)
    expect(columnAt(200)).toBeCloseTo(before)
  })

  it('never shows more columns than can be drawn', () => {
    const { camera } = cameraOver(100_000)
    for (let count = 0; count < 50; count += 1) camera.zoomBy(0.5)
    const { first, last } = camera.range.value
    expect(last - first).toBeLessThan(250)
    for (let count = 0; count < 50; count += 1) camera.zoomBy(2)
    expect(camera.columns).toBeGreaterThan(4)
  })

  it('moves as little as possible to reveal a column', () => {
    const { camera } = cameraOver(1000)
    camera.show(500)
    camera.reveal(501)
    expect(camera.center.value).toBe(500)
    camera.reveal(510)
    expect(camera.range.value.last).toBeGreaterThanOrEqual(510)
    expect(camera.center.value).toBeLessThan(507)
  })

  it('begins with smaller blocks where there is little room', () => {
    const narrow = new Camera(signal(100))
    narrow.resize({ width: 360, height: 400 })
    const { camera } = cameraOver(100)
    expect(narrow.geometry.value.unit).toBeLessThan(camera.geometry.value.unit)
  })
})
