import { open, writeFile } from 'node:fs/promises'

/**
 * The text that the model returns for each section of audio, divided into pieces. The times of the pieces are
 * in seconds.
 */
export type FakeSpeech = readonly { from: number; to: number; words: readonly string[] }[]

interface StandInModelOptions {
  /** The language that the model detects, as whisper.cpp's language number: 0 is English, 3 is Spanish. */
  language?: number
  /** The size of the model. In whisper.cpp, a model with size 384, 4 layers and 6 heads is called `tiny`. */
  width?: number
  heads?: number
  layers?: number
}

/** One sentence in two pieces of 2 s each, after which whisper.cpp continues at 4 s. */
export const fakeSpeechSample: FakeSpeech = [
  { from: 0, to: 2, words: [' Hello', ' from', ' the'] },
  { from: 2, to: 4, words: [' stand', '-in', ' model', '.'] },
]

/**
 * Writes a speech model in the format of whisper.cpp that returns the same words for any audio. This
 * repository cannot contain a real model, because the smallest model is 75 MB. The fake model exercises every
 * part of whisper.cpp: the file parser, the spectrogram, the encoder, language detection, the decoder and the
 * timestamps.
 *
 * All layer weights are 0, so the output depends only on the token and position embeddings. The embedding of
 * position p equals the embedding of the token that should follow position p. The decoder outputs the token
 * with the most similar embedding.
 */
export async function writeFakeSpeechModel(
  path: string,
  speech: FakeSpeech,
  { language = 0, width = 64, heads = 1, layers = 1 }: StandInModelOptions = {},
): Promise<void> {
  const words = [' ', ...new Set(speech.flatMap((piece) => piece.words))]
  const spoken = speech.flatMap(({ from, to, words: said }) => [
    tokens.begin + from * 50,
    ...said.map((word) => words.indexOf(word)),
    tokens.begin + to * 50,
  ])
  // The prompt has three tokens: start, language and task. After a single timestamp token, whisper.cpp would
  // skip the rest of its 30 s window. If the same timestamp token occurs twice, whisper.cpp continues at that
  // time.
  const following = [tokens.start + 1 + language, tokens.transcribe, ...spoken, spoken.at(-1)!, tokens.end]
  const embeddings = randomEmbeddings(width)
  await writeFile(path, '')
  const file = await open(path, 'r+')
  try {
    let at = 0
    const write = async (bytes: Uint8Array) =>
      void (at += (await file.write(bytes, 0, bytes.length, at)).bytesWritten)
    const shape = [vocabulary, audioContext, width, heads, layers, textContext, width, heads, layers, 80, 1]
    await write(ints(0x67676d6c, ...shape))
    await write(ints(80, 201))
    await write(new Uint8Array(80 * 201 * 4))
    await write(ints(words.length))
    for (const word of words) await write(Buffer.concat([ints(Buffer.byteLength(word)), Buffer.from(word)]))
    const tensor = async (name: string, dimensions: number[], type: 'f32' | 'f16', data?: Uint8Array) => {
      const bytes = dimensions.reduce((product, size) => product * size, type === 'f32' ? 4 : 2)
      await write(ints(dimensions.length, name.length, type === 'f32' ? 0 : 1, ...dimensions))
      await write(Buffer.from(name))
      await write(data ?? new Uint8Array(bytes))
    }
    await tensor('encoder.positional_embedding', [width, audioContext], 'f32')
    await tensor('encoder.conv1.weight', [3, 80, width], 'f16')
    await tensor('encoder.conv1.bias', [1, width], 'f32')
    await tensor('encoder.conv2.weight', [3, width, width], 'f16')
    await tensor('encoder.conv2.bias', [1, width], 'f32')
    await tensor('encoder.ln_post.weight', [width], 'f32')
    await tensor('encoder.ln_post.bias', [width], 'f32')
    const positions = positionEmbeddings(following, embeddings, width)
    await tensor('decoder.positional_embedding', [width, textContext], 'f32', positions)
    await tensor('decoder.token_embedding.weight', [width, vocabulary], 'f16', toHalfFloats(embeddings))
    await tensor('decoder.ln.weight', [width], 'f32', new Uint8Array(new Float32Array(width).fill(1).buffer))
    await tensor('decoder.ln.bias', [width], 'f32')
    for (let n = 0; n < layers; n++)
      for (const [name, dimensions, type] of layerTensors(n, width)) await tensor(name, dimensions, type)
  } finally {
    await file.close()
  }
}

/** The multilingual vocabulary of whisper.cpp, whose special tokens have these numbers. */
const vocabulary = 51_865
const tokens = { end: 50_257, start: 50_258, transcribe: 50_359, begin: 50_364 }
const audioContext = 1500
const textContext = 448

function layerTensors(n: number, width: number): [string, number[], 'f32' | 'f16'][] {
  const norm = (name: string): [string, number[], 'f32'][] => [
    [`${name}.weight`, [width], 'f32'],
    [`${name}.bias`, [width], 'f32'],
  ]
  const attention = (name: string): [string, number[], 'f32' | 'f16'][] =>
    ['query', 'key', 'value', 'out'].flatMap((part) => [
      [`${name}.${part}.weight`, [width, width], 'f16'] as [string, number[], 'f16'],
      ...(part === 'key' ? [] : [[`${name}.${part}.bias`, [width], 'f32'] as [string, number[], 'f32']]),
    ])
  const block = (name: string): [string, number[], 'f32' | 'f16'][] => [
    ...norm(`${name}.mlp_ln`),
    [`${name}.mlp.0.weight`, [width, 4 * width], 'f16'],
    [`${name}.mlp.0.bias`, [4 * width], 'f32'],
    [`${name}.mlp.2.weight`, [4 * width, width], 'f16'],
    [`${name}.mlp.2.bias`, [width], 'f32'],
    ...norm(`${name}.attn_ln`),
    ...attention(`${name}.attn`),
  ]
  const decoder = `decoder.blocks.${n}`
  return [
    ...block(`encoder.blocks.${n}`),
    ...block(decoder),
    ...norm(`${decoder}.cross_attn_ln`),
    ...attention(`${decoder}.cross_attn`),
  ]
}

/** The embedding of each token is a vector of random values (1 or −1), so no two tokens are similar. */
function randomEmbeddings(width: number): Int8Array {
  let seed = 1
  return Int8Array.from({ length: vocabulary * width }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >>> 31 ? 1 : -1
  })
}

function positionEmbeddings(following: readonly number[], embeddings: Int8Array, width: number): Uint8Array {
  const values = new Float32Array(textContext * width)
  for (const [position, token] of following.entries())
    for (let n = 0; n < width; n++) values[position * width + n] = 20 * embeddings[token * width + n]!
  return new Uint8Array(values.buffer)
}

function toHalfFloats(values: Int8Array): Uint8Array {
  const halves = Uint16Array.from(values, (value) => (value > 0 ? 0x3c00 : 0xbc00))
  return new Uint8Array(halves.buffer)
}

function ints(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}
