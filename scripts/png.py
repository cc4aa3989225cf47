"""Reads, packs and compares PNG pictures by the standard library alone: eight-bit RGBA, not interlaced. No effects."""
import struct
import zlib


def unfilter(kind, row, above):
  """Undoes PNG's row filters (PNG specification, clause 9), four bytes a pixel."""
  for i, value in enumerate(row):
    left = row[i - 4] if i >= 4 else 0
    up, corner = above[i], above[i - 4] if i >= 4 else 0
    guess = left + up - corner
    paeth = min((left, up, corner), key=lambda v: abs(guess - v))
    row[i] = (value + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
  return row


def decode(data):
  """The rows of a PNG of eight-bit RGBA, not interlaced: what rsvg-convert and `encode` write."""
  if data[:8] != b"\x89PNG\r\n\x1a\n":
    raise ValueError("is no PNG")
  at, packed, width = 8, b"", 0
  while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    chunk = data[at + 8:at + 8 + length]
    if kind == b"IHDR":
      width, _, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunk)
      if (depth, colour, interlace) != (8, 6, 0):
        raise ValueError("is no PNG of eight-bit RGBA")
    elif kind == b"IDAT":
      packed += chunk
    at += 12 + length
  raw, rows, above = zlib.decompress(packed), [], bytearray(width * 4)
  for start in range(0, len(raw), width * 4 + 1):
    above = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + width * 4]), above)
    rows.append(bytes(above))
  return rows


def filtered(kind, row, above):
  result = bytearray(len(row))
  for i, value in enumerate(row):
    left = row[i - 4] if i >= 4 else 0
    up, corner = above[i], above[i - 4] if i >= 4 else 0
    paeth = min((left, up, corner), key=lambda v: abs(left + up - corner - v))
    result[i] = (value - (0, left, up, (left + up) // 2, paeth)[kind]) & 255
  return bytes([kind]) + bytes(result)


def encode(rows):
  """A small PNG: for each row the filter with the smallest differences, or none at all if that packs better."""
  above, lines = bytes(len(rows[0])), []
  for row in rows:
    lines.append(min((filtered(kind, row, above) for kind in range(5)),
                     key=lambda line: sum(min(v, 256 - v) for v in line[1:])))
    above = row
  plain = b"".join(b"\0" + row for row in rows)
  packed = min((zlib.compress(raw, 9) for raw in (b"".join(lines), plain)), key=len)
  header = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 6, 0, 0, 0)
  data = b"\x89PNG\r\n\x1a\n"
  for kind, chunk in ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b"")):
    data += struct.pack(">I", len(chunk)) + kind + chunk + struct.pack(">I", zlib.crc32(kind + chunk))
  return data


def resembles(left, right):
  """Whether two pictures look alike: versions of librsvg smooth edges a little differently."""
  if [len(row) for row in left] != [len(row) for row in right]:
    return False
  differences = [abs(a - b) for one, two in zip(left, right) for a, b in zip(premultiplied(one), premultiplied(two))]
  return max(differences) <= 64 and sum(differences) <= 2 * len(differences)


def premultiplied(row):
  """Colour counts as much as it can be seen: what is fully transparent has none."""
  return [value * (row[i | 3] if i % 4 != 3 else 255) // 255 for i, value in enumerate(row)]
