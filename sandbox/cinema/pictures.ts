/** The host of the pictures of all chains: a field, a hill and a moon in three colours. */

import { crc32, deflateSync } from 'node:zlib'
import { type Reply, route, type SandboxHost } from '../host.ts'
import { random } from '../random.ts'

const sizes = { poster: [200, 300], backdrop: [480, 270] } as const
type Kind = keyof typeof sizes

export const pictureOrigin = 'https://pictures.cinema.example'

export function posterUrl(film: string): string {
  return `${pictureOrigin}/poster/${encodeURIComponent(film)}.jpg`
}

export function backdropUrl(film: string): string {
  return `${pictureOrigin}/backdrop/${encodeURIComponent(film)}.jpg`
}

export const pictureHost: SandboxHost = {
  host: new URL(pictureOrigin).host,
  routes: [
    route('GET /poster/{file}', ({ params }) => picture('poster', params.file)),
    route('GET /backdrop/{file}', ({ params }) => picture('backdrop', params.file)),
  ],
}

function picture(kind: Kind, file: string): Reply {
  if (!file.endsWith('.jpg')) return { status: 404 }
  // As some sites do, whatever the name says.
  return {
    headers: { 'content-type': 'image/png' },
    body: toPng(kind, drawRows(kind, file), coloursOf(file)),
  }
}

type Colour = readonly [red: number, green: number, blue: number]

function coloursOf(file: string): Colour[] {
  const draw = random('poster colours', file)
  const dark = Array.from({ length: 3 }, () => 20 + Math.floor(draw.float() * 70))
  const shift = (by: number): Colour => dark.map((part) => Math.min(255, part + by)) as unknown as Colour
  const warm: Colour = [200 + Math.floor(draw.float() * 40), 150 + Math.floor(draw.float() * 60), 90]
  return [shift(0), shift(60), warm]
}

/** The number of the colour of each point. Every row begins with its filter, which is none. */
function drawRows(kind: Kind, file: string): Uint8Array {
  const draw = random(kind, file)
  const [width, height] = sizes[kind]
  const [centre, radius, slope] = [
    width / 4 + (draw.float() * width) / 2,
    25 + draw.float() * 35,
    draw.float() * 1.2 - 0.6,
  ]
  const rows = new Uint8Array(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isMoon = (x - centre) ** 2 + (y - height / 3) ** 2 < radius ** 2
      const isHill = y > height * 0.72 + slope * (x - width / 2)
      rows[y * (width + 1) + x + 1] = isHill ? 1 : isMoon ? 2 : 0
    }
  return rows
}

function toPng(kind: Kind, rows: Uint8Array, colours: readonly Colour[]): Buffer {
  const [width, height] = sizes[kind]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits a point, which are numbers of colours.
  head[8] = 8
  head[9] = 3
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
