/** A letter w: each row is 16 bits, from top to bottom. */
const ROWS = [
  0x0000, 0x0000, 0x0000, 0x6006, 0x6006, 0x6186, 0x318c, 0x318c, 0x33cc, 0x1a58, 0x1e78, 0x0e70,
  0x0c30, 0x0000, 0x0000, 0x0000,
]
/** Blue, green, red and a zero for each colour: the ground, then the letter. */
const COLOURS = [0x8b, 0x4a, 0x1f, 0, 0xff, 0xff, 0xff, 0]

const DIRECTORY_SIZE = 22
const HEADER_SIZE = 40
const SIDE = 16

/** An ICO file with one image of 16 × 16 pixels in two colours. */
export function createIcon(): Buffer {
  const image = createBitmap()
  const directory = Buffer.alloc(DIRECTORY_SIZE)
  directory.writeUInt16LE(1, 2) // An icon, not a cursor.
  directory.writeUInt16LE(1, 4) // The number of images.
  directory.writeUInt8(SIDE, 6)
  directory.writeUInt8(SIDE, 7)
  directory.writeUInt8(2, 8) // The number of colours.
  directory.writeUInt16LE(1, 10) // Planes.
  directory.writeUInt16LE(1, 12) // Bits for each pixel.
  directory.writeUInt32LE(image.length, 14)
  directory.writeUInt32LE(DIRECTORY_SIZE, 18)
  return Buffer.concat([directory, image])
}

/** The header of a bitmap, its colours, its pixels, and a mask without transparent pixels. */
function createBitmap(): Buffer {
  const header = Buffer.alloc(HEADER_SIZE)
  header.writeUInt32LE(HEADER_SIZE, 0)
  header.writeInt32LE(SIDE, 4)
  header.writeInt32LE(2 * SIDE, 8) // The height of the pixels and of the mask.
  header.writeUInt16LE(1, 12) // Planes.
  header.writeUInt16LE(1, 14) // Bits for each pixel.
  const rowSize = 4 // Rows are padded to 32 bits.
  const pixels = Buffer.alloc(SIDE * rowSize)
  // A bitmap begins with its last row.
  ROWS.forEach((row, at) => {
    pixels.writeUInt16BE(row, (SIDE - 1 - at) * rowSize)
  })
  return Buffer.concat([header, Buffer.from(COLOURS), pixels, Buffer.alloc(pixels.length)])
}
