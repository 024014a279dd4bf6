"""Pictures of our own, as a camera would take them."""

from math import sin

from PIL import Image, ImageDraw, ImageFilter


def scene(width: int = 240, height: int = 200) -> Image.Image:
    """A head with eyes and a mouth, in a red shirt, before a wall that is darker on one side."""
    image = Image.new("RGB", (width, height))
    for y in range(height):
        for x in range(width):
            value = 150 + 80 * x // width + int(6 * sin(12.9898 * x + 78.233 * y))
            image.putpixel((x, y), (value, value, value - 10))
    draw = ImageDraw.Draw(image)
    middle = width // 2
    draw.ellipse((middle - 80, 130, middle + 80, 330), fill=(190, 40, 30))
    draw.ellipse((middle - 48, 20, middle + 48, 140), fill=(70, 45, 25))
    draw.ellipse((middle - 38, 40, middle + 38, 145), fill=(225, 175, 145))
    for side in (-16, 16):
        draw.ellipse((middle + side - 6, 78, middle + side + 6, 90), fill=(30, 25, 20))
    draw.rectangle((middle - 16, 116, middle + 16, 123), fill=(130, 40, 40))
    return image.filter(ImageFilter.GaussianBlur(1.5))
