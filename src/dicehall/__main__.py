"""`python -m dicehall`: the same as the command `dicehall`."""

from dicehall.cli.main import main

if __name__ == "__main__":
    main()
