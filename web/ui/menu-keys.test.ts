import assert from 'node:assert/strict'
import test from 'node:test'
import { nextIndex } from './menu-keys.ts'

const names = ['creator dashboard', 'create', 'sign out']

test('arrows walk through a menu and come round at its ends', () => {
  assert.equal(nextIndex('ArrowDown', 2, names), 0)
  assert.equal(nextIndex('ArrowUp', 0, names), 2)
  assert.equal(nextIndex('End', 0, names), 2)
})

test('a letter goes to the next item that starts with it', () => {
  assert.equal(nextIndex('c', 0, names), 1)
  assert.equal(nextIndex('c', 1, names), 0)
  assert.equal(nextIndex('S', 0, names), 2)
  assert.equal(nextIndex('z', 0, names), -1)
})

test('Enter and space stay with the item', () => {
  assert.equal(nextIndex('Enter', 0, names), -1)
  assert.equal(nextIndex(' ', 0, names), -1)
})
