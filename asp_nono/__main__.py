"""`python -m asp_nono` is the command `asp-nono`."""

from asp_nono.cli import main

if __name__ == "__main__":
    main()
