import assert from 'node:assert/strict'
import test from 'node:test'
import { getNextMenuIndex } from './menu-keyboard-navigation.ts'

const names = ['creator dashboard', 'create', 'sign out']

test('moves through a menu with the arrow keys and wraps around', () => {
  assert.equal(getNextMenuIndex('ArrowDown', 2, names), 0)
  assert.equal(getNextMenuIndex('ArrowUp', 0, names), 2)
  assert.equal(getNextMenuIndex('End', 0, names), 2)
})

test('moves to the next menu item that starts with a typed letter', () => {
  assert.equal(getNextMenuIndex('c', 0, names), 1)
  assert.equal(getNextMenuIndex('c', 1, names), 0)
  assert.equal(getNextMenuIndex('S', 0, names), 2)
  assert.equal(getNextMenuIndex('z', 0, names), -1)
})

test('lets the menu item handle Enter and Space', () => {
  assert.equal(getNextMenuIndex('Enter', 0, names), -1)
  assert.equal(getNextMenuIndex(' ', 0, names), -1)
})
