/*
 * A perceptual hash with eight bytes per second of video, based on the published pHash algorithm. Each frame
 * is cropped to exclude black borders, scaled to 32 × 32 and transformed to frequencies (DCT-II). Each of the
 * 64 lowest frequencies, except the frequency for overall brightness, gives one bit, which says whether its
 * coefficient is above the median. A different size, codec or quality flips few bits; a different picture
 * flips about half of the bits.
 */

/** The number of bytes of one frame: 64 × 64 gray pixels, row by row. */
export const grayFrameByteLength = 64 * 64
const side = 64
const small = 32
const bands = 8
const hashBytes = 8

/**
 * Rows and columns at the edges count as black borders if their mean gray value (0 to 255) never exceeds this
 * number.
 */
const blackThreshold = 28
/** Frames with less contrast than this (standard deviation of gray) are too uniform to be recognized. */
const minimumDeviation = 6

/**
 * Hashes frames taken one second apart. The hash of a uniform frame is eight zero bytes; the hash of any
 * other frame has at least one bit set.
 */
export function hashFrames(frames: Uint8Array): Buffer {
  const count = Math.floor(frames.length / grayFrameByteLength)
  const box = findPictureArea(frames, count)
  const hashes = Buffer.alloc(count * hashBytes)
  for (let n = 0; n < count; n += 1) {
    const frame = frames.subarray(n * grayFrameByteLength, (n + 1) * grayFrameByteLength)
    const picture = downscale(frame, box)
    if (standardDeviation(picture) >= minimumDeviation) hashFrame(picture).copy(hashes, n * hashBytes)
  }
  return hashes
}

/** The hashes of two seconds match if at most this many of their 64 bits differ. */
const maxBitDistance = 12
/** A video is likely a copy of another video if at least this share of the compared seconds match. */
const copyThreshold = 0.6

/** The similarity of two videos at their best alignment. */
export interface HashSimilarity {
  /** The number of seconds in which both videos have a hash. */
  compared: number
  /** The share of the compared seconds that match, from 0 to 1. */
  matchingShare: number
}

/**
 * Compares two videos at every possible time offset, to find copies that lack the beginning or the end of the
 * original.
 */
export function compareHashes(one: Uint8Array, other: Uint8Array): HashSimilarity {
  const [a, b] = [toHashWords(one), toHashWords(other)]
  const least = Math.max(2, Math.ceil(Math.min(countHashes(a), countHashes(b)) / 2))
  let best: HashSimilarity = { compared: 0, matchingShare: 0 }
  for (let shift = 1 - b.length / 2; shift < a.length / 2; shift += 1) {
    const found = compareAtShift(a, b, shift)
    if (found.compared >= least && found.matchingShare > best.matchingShare) best = found
  }
  return best
}

export function isLikelyCopy({ matchingShare }: HashSimilarity): boolean {
  return matchingShare >= copyThreshold
}

/** Compares two videos, assuming that `b` starts at second `shift` of `a`. */
function compareAtShift(a: Uint32Array, b: Uint32Array, shift: number): HashSimilarity {
  let [compared, same] = [0, 0]
  const end = Math.min(a.length / 2, b.length / 2 + shift)
  for (let n = Math.max(0, shift); n < end; n += 1) {
    const [i, j] = [2 * n, 2 * (n - shift)]
    if (!hasHash(a, i) || !hasHash(b, j)) continue
    compared += 1
    if (countBits(a[i]! ^ b[j]!) + countBits(a[i + 1]! ^ b[j + 1]!) <= maxBitDistance) same += 1
  }
  return { compared, matchingShare: compared ? same / compared : 0 }
}

function toHashWords(hashes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(hashes).buffer)
}

function hasHash(hashes: Uint32Array, i: number): boolean {
  return hashes[i] !== 0 || hashes[i + 1] !== 0
}

function countHashes(hashes: Uint32Array): number {
  let count = 0
  for (let i = 0; i < hashes.length; i += 2) if (hasHash(hashes, i)) count += 1
  return count
}

/** Returns the number of bits that are set (Hacker's Delight, 5-1). */
function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Finds the crop area, which is the same for the whole video. Only an area that is dark in every frame is a
 * border, because a single frame can be dark for other reasons.
 */
function findPictureArea(frames: Uint8Array, count: number): Box {
  const [rows, columns] = [new Float64Array(side), new Float64Array(side)]
  for (let n = 0; n < count; n += 1) {
    const [across, down] = [new Float64Array(side), new Float64Array(side)]
    for (let i = 0; i < grayFrameByteLength; i += 1) {
      const grey = frames[n * grayFrameByteLength + i]!
      across[Math.floor(i / side)]! += grey / side
      down[i % side]! += grey / side
    }
    for (let i = 0; i < side; i += 1) {
      rows[i] = Math.max(rows[i]!, across[i]!)
      columns[i] = Math.max(columns[i]!, down[i]!)
    }
  }
  const [top, bottom] = litRange(rows)
  const [left, right] = litRange(columns)
  return { top, bottom, left, right }
}

/**
 * Returns the index of the first bright row (or column) and the index after the last bright row (or column).
 * If the crop would be too small, returns the full range.
 */
function litRange(lines: Float64Array): [number, number] {
  const first = lines.findIndex((grey) => grey > blackThreshold)
  const last = lines.findLastIndex((grey) => grey > blackThreshold)
  return first < 0 || last - first < side / 4 ? [0, side] : [first, last + 1]
}

/** Scales the cropped frame to 32 × 32. Each pixel is the mean of the area it covers. */
function downscale(frame: Uint8Array, { left, right, top, bottom }: Box): Float64Array {
  const picture = new Float64Array(small * small)
  const edges = (from: number, to: number, i: number): [number, number] => {
    const begin = Math.floor(from + ((to - from) * i) / small)
    return [begin, Math.max(begin + 1, Math.ceil(from + ((to - from) * (i + 1)) / small))]
  }
  for (let y = 0; y < small; y += 1)
    for (let x = 0; x < small; x += 1) {
      const [y0, y1] = edges(top, bottom, y)
      const [x0, x1] = edges(left, right, x)
      let sum = 0
      for (let row = y0; row < y1; row += 1)
        for (let column = x0; column < x1; column += 1) sum += frame[row * side + column]!
      picture[y * small + x] = sum / ((y1 - y0) * (x1 - x0))
    }
  return picture
}

function standardDeviation(picture: Float64Array): number {
  const mean = picture.reduce((sum, grey) => sum + grey, 0) / picture.length
  return Math.sqrt(picture.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / picture.length)
}

const cosines = Float64Array.from({ length: bands * small }, (_, i) =>
  Math.cos((Math.PI * (2 * (i % small) + 1) * Math.floor(i / small)) / (2 * small)),
)

function hashFrame(picture: Float64Array): Buffer {
  const low = frequencies(picture)
  // The first coefficient is the overall brightness, which says nothing about the content of the picture.
  const median = low.slice(1).toSorted()[(low.length - 1) >> 1]!
  const bits = Buffer.alloc(hashBytes)
  for (let i = 1; i < low.length; i += 1) if (low[i]! > median) bits[i >> 3]! |= 1 << (i & 7)
  return bits
}

/** Returns the coefficients of the 8 × 8 lowest frequencies of a DCT-II, row by row. */
function frequencies(picture: Float64Array): Float64Array {
  const half = new Float64Array(small * bands)
  for (let y = 0; y < small; y += 1)
    for (let u = 0; u < bands; u += 1) {
      let sum = 0
      for (let x = 0; x < small; x += 1) sum += picture[y * small + x]! * cosines[u * small + x]!
      half[y * bands + u] = sum
    }
  const low = new Float64Array(bands * bands)
  for (let v = 0; v < bands; v += 1)
    for (let u = 0; u < bands; u += 1) {
      let sum = 0
      for (let y = 0; y < small; y += 1) sum += half[y * bands + u]! * cosines[v * small + y]!
      low[v * bands + u] = sum
    }
  return low
}
